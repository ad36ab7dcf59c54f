/** Stubs for the answers of the server. A test names the calls it is about; any other call fails it. */
import { vi } from 'vitest'
import type { FieldError } from '../lib/failure'

type Answer = (request: Request) => Response | Promise<Response>

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** A valid envelope around a value. */
export function valid(Value: unknown): Answer {
  return json({ IsValid: true, Errors: [], FirstErrorMessage: null, Value })
}

/** A valid envelope around one page of a list. */
export function page(Data: readonly unknown[], TotalRecords = Data.length, perPage = 24): Answer {
  return valid({ Data, TotalRecords, TotalPages: Math.ceil(TotalRecords / perPage) })
}

/** An invalid envelope; without a status it is a failed validation. */
export function refused(Errors: readonly FieldError[], status = 200, headers: Record<string, string> = {}): Answer {
  return json({ IsValid: false, Errors, FirstErrorMessage: Errors[0]?.Message ?? null, Value: null }, status, headers)
}

/** One call that was made. */
export interface Call {
  url: URL
  body: unknown
}

/** What was called. */
export interface Calls {
  of: (name: string) => readonly Call[]
  last: (name: string) => Call
}

/** What was sent: JSON as it is, a form with files by the names of its fields. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data'))
    return Object.fromEntries(await request.formData())
  const text = await request.text()
  return text ? JSON.parse(text) : undefined
}

/** Answers the calls named `METHOD /path` (without /api/v1 and without the query). */
export function stubCalls(answers: Readonly<Record<string, Answer>>): Calls {
  const made: { name: string; call: Call }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    const name = `${request.method} ${url.pathname.replace('/api/v1', '')}`
    made.push({ name, call: { url, body: await bodyOf(request.clone()) } })
    const answer = answers[name]
    if (!answer) throw new Error(`The test has no answer for ${name}.`)
    return answer(request)
  })
  const of = (name: string) => made.filter((one) => one.name === name).map((one) => one.call)
  return {
    of,
    last: (name) => {
      const call = of(name).at(-1)
      if (!call)
        throw new Error(`${name} was not called. Called were: ${made.map((one) => one.name).join(', ') || 'none'}.`)
      return call
    },
  }
}
