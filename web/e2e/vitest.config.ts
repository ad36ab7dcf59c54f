/**
 * The journeys in a real browser: all of them on SQLite, and on PostgreSQL those that lead through the whole chain. What differs between the
 * databases is in the crate `store`, whose tests run on both.
 */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')

/** From a census to its undoing, its bill, its document in the ERP and its commission; lists and the sign-in. */
const chain = [
  'billingRun',
  'censusUndo',
  'commissionStatements',
  'erp',
  'home',
  'lists',
  'mainJob',
  'monthEnd',
  'signIn',
]

const journeys = (name: string, globalSetup: string, which: readonly string[]) => ({
  root,
  test: {
    name,
    include: which.map((journey) => `e2e/journeys/${journey}.journey.ts`),
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
    projects: [
      journeys('sqlite', 'e2e/support/onSqlite.ts', ['*']),
      journeys('postgresql', 'e2e/support/onPostgres.ts', chain),
    ],
    // Browser and program take one core each.
    maxWorkers: 2,
    reporters: ['verbose'],
  },
})
