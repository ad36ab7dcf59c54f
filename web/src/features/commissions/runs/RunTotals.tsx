/** What the month comes to over all rules, and how far it is. */
import { count, counted, money } from '../../../lib/format/money'
import { StatStrip } from '../../../ui/page/StatStrip'
import type { RunRule } from './queries'
import { billsOf, dueOf, hasExceptions, toBillOf } from './words'

const inState = (rules: readonly RunRule[], ...states: string[]) => rules.filter(({ State }) => states.includes(State))

export function RunTotals({ rules }: { rules: readonly RunRule[] }) {
  const ready = inState(rules, 'Ready')
  const billed = inState(rules, 'Billed')
  return (
    <StatStrip
      brief
      stats={[
        { label: 'Ready', value: money(dueOf(ready)), says: counted(ready.length, 'rule') },
        { label: 'With exceptions', value: count(rules.filter(hasExceptions).length), says: 'to look at first' },
        { label: 'To bill', value: money(toBillOf(rules)), says: counted(billsOf(rules), 'statement') },
        { label: 'Billed', value: money(dueOf(billed)), says: counted(billed.length, 'rule') },
      ]}
    />
  )
}
