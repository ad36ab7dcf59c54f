/** What can go wrong with a call, in the words the screens need. The api layer makes these; nothing else throws for a call. */

/** One message of the envelope: `Key` names the field in PascalCase, or is empty when it belongs to none. */
export interface FieldError {
  Key: string
  Message: string
}

/** The server answered, and said no: an invalid form (status 200), or 401, 403, 404, 409, 500 with an envelope. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError'

  constructor(
    readonly status: number,
    readonly fields: readonly FieldError[],
    message: string,
    /** The server's id of the request, to be quoted to support. */
    readonly reference?: string,
  ) {
    super(message)
  }
}

/** Refuses what needs no server to be refused, as the server would: a message under a field. */
export function refuse(Key: string, Message: string): never {
  throw new EnvelopeError(200, [{ Key, Message }], Message)
}

/** The server did not answer: no network, or it is being restarted. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'

  constructor() {
    super('The server did not answer.')
  }
}

/** A part of the application did not arrive. The browser keeps it as failed, so that only loading the page anew can help. */
export class PartMissingError extends Error {
  override readonly name = 'PartMissingError'

  constructor() {
    super('The server did not answer.')
  }
}

/** How the browsers, and the loader of styles, call a part that did not arrive. */
const partMissing =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i

/** What a failed import stands for: a part that did not arrive, or as it is, such as an error in the part itself. */
export function loadingFailure(reason: unknown): unknown {
  return reason instanceof Error && partMissing.test(reason.message) ? new PartMissingError() : reason
}

/** The one sentence to show for a failed call. */
export function failureMessage(failure: unknown): string {
  return failure instanceof EnvelopeError || failure instanceof UnreachableError || failure instanceof PartMissingError
    ? failure.message
    : 'An unknown error has occurred.'
}

/** The same with the reference to quote, if the server gave one: what a screen says of what it could not load. */
export function failureWithReference(failure: unknown): string {
  const reference = failure instanceof EnvelopeError ? failure.reference : undefined
  const message = failureMessage(failure)
  return reference ? `${message} Reference ${reference}.` : message
}

/** Whether a call was refused because the session has ended. */
export function isSignedOut(failure: unknown): boolean {
  return failure instanceof EnvelopeError && failure.status === 401
}

/** Whether what was asked for does not exist, or is not this reader's to see. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof EnvelopeError && failure.status === 404
}

/** Whether trying the same call again could help. */
export function isWorthRetrying(failure: unknown): boolean {
  return failure instanceof UnreachableError
}
