/** What can be done with a month at once: make the statements in which there is nothing to look at, and bill those that are made. */
import { useMediaQuery } from '@mantine/hooks'
import { counted } from '../../../lib/format/money'
import { monthName, type Month } from '../../../lib/format/months'
import { Button } from '../../../ui/action/Button'
import { IconCheck, IconReceipt2 } from '../../../ui/icons'
import { RowMenu } from '../../../ui/list/RowMenu'
import { confirmBills, confirmStatements, type Results } from './creating'
import type { RunRule } from './queries'
import { billsOf, isBillable, isReady, hasExceptions } from './words'

interface RunActionsProps {
  month: Month
  rules: readonly RunRule[]
  tell: (results: Results) => void
}

export function RunActions({ month, rules, tell }: RunActionsProps) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const plain = rules.filter((rule) => !hasExceptions(rule))
  const [ready, billable] = [plain.filter(isReady), plain.filter(isBillable)]
  const statements = {
    label: `Create ${counted(ready.length, 'statement')} without exceptions`,
    icon: IconCheck,
    run: () => confirmStatements(month, ready, tell),
  }
  const bills = {
    label: `Create ${counted(billsOf(billable), 'bill')}`,
    icon: IconReceipt2,
    run: () => confirmBills(month, billable, tell),
  }
  const [next, ...others] = [...(ready.length > 0 ? [statements] : []), ...(billable.length > 0 ? [bills] : [])]
  if (!next) return null
  const primary = (
    <Button kind="primary" icon={next.icon} onClick={next.run}>
      {isNarrow ? next.label.replace(' without exceptions', '') : next.label}
    </Button>
  )
  if (isNarrow)
    return (
      <>
        {primary}
        {others.length > 0 && <RowMenu framed label={`More for ${monthName(month)}`} actions={others} />}
      </>
    )
  return (
    <>
      {others.map(({ label, icon, run }) => (
        <Button key={label} icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
      {primary}
    </>
  )
}
