/** For the journeys on the embedded database: the program, once for all of them. */
import type { TestProject } from 'vitest/node'
import { startProgram } from './program'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { program, stop } = await startProgram()
  project.provide('program', program)
  return stop
}
