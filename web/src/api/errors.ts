/** From an HTTP answer to our failures: every answer of the server is an envelope, anything else is a broken server. */
import { EnvelopeError, type FieldError } from '../lib/failure'

/** The envelope around every answer. */
export interface Envelope<Value> {
  IsValid: boolean
  Errors: FieldError[]
  FirstErrorMessage?: string | null
  Value?: Value
}

const unknownError = 'An unknown error has occurred.'

/** Whether the body of an answer is the envelope. */
export function isEnvelope(body: unknown): body is Envelope<unknown> {
  return (
    typeof body === 'object' && body !== null && 'IsValid' in body && 'Errors' in body && Array.isArray(body.Errors)
  )
}

/** The failure an answer stands for, or undefined when it is valid. */
export function failureOf(response: Response, body: unknown): EnvelopeError | undefined {
  const reference = response.headers.get('x-request-id') ?? undefined
  if (!isEnvelope(body)) return new EnvelopeError(response.ok ? 500 : response.status, [], unknownError, reference)
  if (response.ok && body.IsValid) return undefined
  const message = body.FirstErrorMessage ?? body.Errors[0]?.Message ?? unknownError
  return new EnvelopeError(response.status, body.Errors, message, reference)
}
