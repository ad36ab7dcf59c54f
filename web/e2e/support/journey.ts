/** What every journey is given: the running program and a browser window of its own, watched for errors. */
import { afterAll, inject, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser'
import type { Program } from './program'
import { Visitor } from './visitor'

declare module 'vitest' {
  interface ProvidedContext {
    program: Program
  }
}

interface Given {
  program: Program
  visitor: Visitor
  /** A further person in a browser of his own. */
  another: () => Promise<Visitor>
}

let running: Promise<Browser> | undefined

afterAll(async () => {
  await (await running)?.close()
})

export const journey = test.extend<Given>({
  program: inject('program'),
  another: async ({ program, task }, give) => {
    running ??= openBrowser()
    const browser = await running
    const visitors: Visitor[] = []
    await give(async () => {
      const visitor = await Visitor.enter(browser, program, task.name)
      visitors.push(visitor)
      return visitor
    })
    // Here the windows are still open; what was there when the journey failed says why.
    if (task.result?.state === 'fail') for (const visitor of visitors) await visitor.lastLook()
    for (const visitor of visitors) await visitor.leave()
  },
  visitor: async ({ another }, give) => {
    await give(await another())
  },
})
