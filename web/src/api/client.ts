/** The one way to the server: calls typed by the generated schema, envelopes opened, failures turned into our own errors. */
import createClient, { type Middleware } from 'openapi-fetch'
import { UnreachableError, type FieldError } from '../lib/failure'
import { sendConfirmed } from './confirmation'
import { failureOf, type Envelope } from './errors'
import type { paths } from './schema'

/** The typed calls. Give the result to `value` or `done`, never use it bare. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // Looked up per call, so that tests can put an answer in its place.
  fetch: (request) => sendConfirmed(request, (one) => globalThis.fetch(one)),
})

type Listener = () => void
const whenSignedOut = new Set<Listener>()

/** Tells when a call is refused because the session has ended; gives back how to stop listening. */
export function onSessionEnded(listener: Listener): () => void {
  whenSignedOut.add(listener)
  return () => whenSignedOut.delete(listener)
}

/** Calls whose 401 is an answer, not the end of a session. */
const signInCalls = /\/api\/v1\/auth\/(login|logout|me|forgot-password|reset-password|confirm-address)$/

function noticeEnd({ request, response }: { request: Request; response: Response }): void {
  if (response.status === 401 && !signInCalls.test(new URL(request.url).pathname))
    for (const tell of whenSignedOut) tell()
}

const sessions: Middleware = { onResponse: noticeEnd }
api.use(sessions)

const whenChanged = new Set<Listener>()

/** Tells after each call that may have changed a record; gives back how to stop listening. */
export function onChanged(listener: Listener): () => void {
  whenChanged.add(listener)
  return () => whenChanged.delete(listener)
}

const changes: Middleware = {
  onResponse: ({ request, response }) => {
    if (request.method !== 'GET' && response.ok) for (const tell of whenChanged) tell()
  },
}
api.use(changes)

/** The answer of an address that gives a file. What goes wrong is thrown as by `value`: a failure is never taken for the file. */
export async function fetchFile(address: string): Promise<Response> {
  const request = new Request(new URL(address, window.location.origin))
  const response = await globalThis.fetch(request).catch(() => {
    throw new UnreachableError()
  })
  noticeEnd({ request, response })
  // A refusal of what was asked for comes with status 200 too, and is no file.
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  if (response.ok && !isEnvelope) return response
  throw failureOf(response, await response.json().catch(() => undefined)) ?? new UnreachableError()
}

interface Answered<Value> {
  data?: Envelope<Value>
  error?: unknown
  response: Response
}

function reached<Value>(call: Promise<Answered<Value>>): Promise<Answered<Value>> {
  return call.catch((reason: unknown) => {
    throw reason instanceof DOMException && reason.name === 'AbortError' ? reason : new UnreachableError()
  })
}

async function opened<Value>(call: Promise<Answered<Value>>): Promise<Envelope<Value>> {
  const { data, error, response } = await reached(call)
  const failure = failureOf(response, data ?? error)
  if (failure || !data) throw failure ?? new UnreachableError()
  return data
}

/**
 * The Value of an answer; a failure is thrown as an `EnvelopeError` or `UnreachableError`. A valid answer whose Value is null is a
 * success, and null is what it gives: whether that may be is in the type that the schema has for the call.
 */
export async function value<Value>(call: Promise<Answered<Value>>): Promise<Exclude<Value, undefined>> {
  const { Value: inside = null } = await opened(call)
  return inside as Exclude<Value, undefined>
}

/** The Value of an answer, whether or not it says that it is valid; without one as `value`. */
export async function offered<Value>(call: Promise<Answered<Value>>): Promise<Exclude<Value, undefined>> {
  const answered = await reached(call)
  const inside = answered.data?.Value
  return inside === undefined || inside === null
    ? value(Promise.resolve(answered))
    : (inside as Exclude<Value, undefined>)
}

/** What a call has found out, and what is wrong with it by field; an answer without a Value is thrown as by `value`. */
export async function judged<Value>(
  call: Promise<Answered<Value>>,
): Promise<{ found: Exclude<Value, undefined>; wrong: readonly FieldError[] }> {
  const answered = await reached(call)
  const found = await offered(Promise.resolve(answered))
  return { found, wrong: answered.data?.Errors ?? [] }
}

/** For calls that answer nothing: settles, or throws like `value`. */
export async function done(call: Promise<Answered<unknown>>): Promise<void> {
  await opened(call)
}
