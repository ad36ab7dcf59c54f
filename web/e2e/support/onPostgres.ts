/** For the journeys on PostgreSQL: an own instance and the program on it, once for all of them. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres'
import { startProgram } from './program'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const { program, stop } = await startProgram({ databaseUrl: postgres.url }).catch(async (failure: unknown) => {
    await postgres.stop()
    throw failure
  })
  project.provide('program', program)
  return async () => {
    await stop()
    await postgres.stop()
  }
}
