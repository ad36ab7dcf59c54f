/** The journeys: the same ones against the program on each database, in a real browser. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')

const journeys = (name: string, globalSetup: string) => ({
  root,
  test: {
    name,
    include: ['e2e/journeys/*.journey.ts'],
    globalSetup: [globalSetup],
    environment: 'node',
    testTimeout: 600_000,
    hookTimeout: 180_000,
    // A screen that is still being asked for is waited for, however busy the machine is.
    expect: { poll: { timeout: 20_000 } },
    env: { JOURNEYS_ON: name },
  },
})

export default defineConfig({
  root,
  test: {
    projects: [journeys('sqlite', 'e2e/support/onSqlite.ts'), journeys('postgresql', 'e2e/support/onPostgres.ts')],
    // Browser and program take one core each.
    maxWorkers: 2,
    reporters: ['verbose'],
  },
})
