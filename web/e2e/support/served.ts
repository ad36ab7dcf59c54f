/** Serves the built pages as the program does (nonce, content security policy) and answers the calls from a table. */
import { preview } from 'vite'
import type { BrowserContext, Route } from 'playwright-core'

/** The built application on a free port of this machine. */
export async function serveBuilt(): Promise<{ address: string; close: () => Promise<void> }> {
  const server = await preview({ preview: { port: 0, host: '127.0.0.1', strictPort: false }, logLevel: 'error' })
  const address = server.resolvedUrls?.local[0]?.replace(/\/$/, '')
  if (!address) throw new Error('The preview did not start.')
  return { address, close: () => server.close() }
}

const nonce = 'bm9uY2U'
const policy = `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'`

/** Gives pages the policy and the nonce that the program gives them. */
export async function withPolicy(context: BrowserContext, address: string): Promise<void> {
  await context.route(
    (url) => url.href.startsWith(address) && !url.pathname.startsWith('/api/') && !/\.\w+$/.test(url.pathname),
    async (route) => {
      const page = await route.fetch()
      const body = (await page.text()).replace('__CSP_NONCE__', nonce)
      await route.fulfill({ body, contentType: 'text/html', headers: { 'content-security-policy': policy } })
    },
  )
}

/** What a call is answered: a Value, or a whole answer made from the request. */
export type StubbedAnswer =
  { Value: unknown } | { status?: number; Errors: readonly { Key: string; Message: string }[] } | 'never'
export type Stubs = Record<string, StubbedAnswer | ((request: { url: URL; body: unknown }) => StubbedAnswer)>

/** What every page asks, answered for pictures that are not about it: there is nothing new. */
const always: Stubs = { 'GET /users/*/announcements/*': { Value: true } }

/** Answers the calls named `METHOD /path`; any other call is a 404 and is reported. */
export async function stubApi(context: BrowserContext, stubs: Stubs): Promise<void> {
  await context.route('**/api/v1/**', async (route: Route) => {
    const request = route.request()
    const url = new URL(request.url())
    const name = `${request.method()} ${url.pathname.replace('/api/v1', '')}`
    const found = stubs[name] ?? always[name.replace(/\d+/g, '*')]
    const answer = typeof found === 'function' ? found({ url, body: request.postDataJSON() }) : found
    if (answer === 'never') return
    if (!answer) console.error(`No answer for ${name}.`)
    const envelope =
      answer && 'Value' in answer
        ? { status: 200, json: { IsValid: true, Errors: [], FirstErrorMessage: null, Value: answer.Value } }
        : {
            status: answer ? (answer.status ?? 200) : 404,
            json: {
              IsValid: false,
              Errors: answer?.Errors ?? [],
              FirstErrorMessage: answer?.Errors[0]?.Message ?? null,
              Value: null,
            },
          }
    await route.fulfill(envelope)
  })
}
