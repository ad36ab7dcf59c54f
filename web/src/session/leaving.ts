/** Why one is at the sign-in page, and the way back to the page one was on. */

/** Why the session is over: no input for a while, ended by the server, or signed out by hand. */
export const reasons = ['idle', 'ended', 'out'] as const
export type Reason = (typeof reasons)[number]

/** The search of the sign-in page. */
export interface SignInSearch {
  from?: string | undefined
  why?: Reason | undefined
  /** After how many minutes without input, where that is why. */
  minutes?: number | undefined
}

/**
 * Reads the search of the sign-in page; a way back that leads off our own pages is dropped. What is dropped is named all the same:
 * the router would keep what stands in the address wherever this says nothing.
 */
export function signInSearch(raw: Readonly<Record<string, unknown>>): SignInSearch {
  const why = reasons.find((reason) => reason === raw.why)
  const from = typeof raw.from === 'string' && isOwnPage(raw.from) ? raw.from : undefined
  // A number on the way here, a text in the address.
  const minutes = why === 'idle' && /^[1-9]\d{0,3}$/.test(String(raw.minutes)) ? Number(raw.minutes) : undefined
  return { from, why, minutes }
}

/** Whether an address is a page of ours to come back to. */
export function isOwnPage(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !address.startsWith('/sign-in')
}
