/** Choosing rules of a month, and what can be done with the chosen ones. */
import { counted, money } from '../../../lib/format/money'
import type { Month } from '../../../lib/format/months'
import { Button } from '../../../ui/action/Button'
import { IconCheck, IconReceipt2 } from '../../../ui/icons'
import type { Selection } from '../../../ui/list/ListPage'
import { confirmBills, confirmStatements, type Results } from './creating'
import type { RunRule } from './queries'
import { billsOf, dueOf, hasExceptions, isBillable, isReady, toBillOf } from './words'

export function selectionOf(
  month: Month,
  part: string | undefined,
  tell: (results: Results) => void,
): Selection<RunRule> {
  return {
    ...(part === undefined ? {} : { of: part }),
    allowed: (rule) => (isReady(rule) || isBillable(rule) ? true : null),
    bar: (rows, clear) => ({
      says: says(rows),
      actions: (
        <Chosen
          month={month}
          rows={rows}
          tell={(results) => {
            clear()
            tell(results)
          }}
        />
      ),
    }),
  }
}

/** `$5,170.00, 2 with exceptions`. */
function says(rows: readonly RunRule[]): string {
  const exceptions = rows.filter(hasExceptions).length
  const due = Math.round(dueOf(rows.filter(isReady)) * 100) + Math.round(toBillOf(rows.filter(isBillable)) * 100)
  return [money(due / 100), exceptions > 0 && `${exceptions} with exceptions`].filter(Boolean).join(', ')
}

interface ChosenProps {
  month: Month
  rows: readonly RunRule[]
  tell: (results: Results) => void
}

function Chosen({ month, rows, tell }: ChosenProps) {
  const [ready, billable] = [rows.filter(isReady), rows.filter(isBillable)]
  return (
    <>
      {billable.length > 0 && (
        <Button
          kind={ready.length > 0 ? 'plain' : 'primary'}
          icon={IconReceipt2}
          onClick={() => confirmBills(month, billable, tell)}
        >
          Create {counted(billsOf(billable), 'bill')}
        </Button>
      )}
      {ready.length > 0 && (
        <Button kind="primary" icon={IconCheck} onClick={() => confirmStatements(month, ready, tell)}>
          Create {counted(ready.length, 'statement')}
        </Button>
      )}
    </>
  )
}
