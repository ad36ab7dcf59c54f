/** What speaks for and against a member, in sentences: what agrees, what differs, and what lies between. The weights are told on demand. */
import { weighty } from './matching'

/** `Email agrees (+16.5)` without its weight. */
export function unweighed(reason: string): string {
  return reason.replace(/ \([+-]\d+(\.\d+)?\)$/, '')
}

/** `First name, last name and date of birth agree.` `Unique ID differs.` Of what weighs nothing nothing is said. */
export function inWords(reasons: readonly string[]): string[] {
  const said = weighty(reasons).map(unweighed)
  const of = (verb: string) => said.flatMap((one) => (one.endsWith(` ${verb}`) ? [one.slice(0, -verb.length - 1)] : []))
  const between = said.filter((one) => !/ (agrees|differs)$/.test(one)).map((one) => `${one}.`)
  return [...sentence(of('agrees'), 'agree'), ...sentence(of('differs'), 'differ'), ...between]
}

function sentence(facts: readonly string[], verb: string): string[] {
  const [first, ...rest] = [...new Set(facts)]
  if (first === undefined) return []
  const all = [first, ...rest.map(asContinued)]
  const last = all.pop() ?? ''
  return [all.length === 0 ? `${last} ${verb}s.` : `${all.join(', ')} and ${last} ${verb}.`]
}

/** Within a sentence a word begins small, unless it is one of capitals such as ZIP. */
function asContinued(fact: string): string {
  return /^[A-Z][a-z]/.test(fact) ? fact.charAt(0).toLowerCase() + fact.slice(1) : fact
}
