/** The plan lines of a rule by employer, each with its payout, and the field that sets all lines of an employer. */
import { useCallbackRef } from '@mantine/hooks'
import { memo, useState } from 'react'
import { counted, readMoney } from '../../../../lib/format/money'
import { Button } from '../../../../ui/action/Button'
import type { PlanRow } from '../queries'
import { employersOf, type Employer, type From } from './payouts'
import { PayoutInput } from './PayoutInput'
import { PayoutRow } from './PayoutRow'
import styles from './Plans.module.css'
import type { Payouts } from './usePayouts'

interface PayoutGridProps {
  /** The lines that are shown. */
  rows: readonly PlanRow[]
  /** All lines of the rule: an employer's field sets those that the filter hides, too. */
  all: readonly PlanRow[]
  payouts: Payouts
  from: From
  onHistory: (row: PlanRow) => void
}

export function PayoutGrid({ rows, all, payouts, from, onHistory }: PayoutGridProps) {
  const type = useCallbackRef(payouts.type)
  const save = useCallbackRef(payouts.saveOne)
  const history = useCallbackRef(onHistory)
  const setAll = useCallbackRef((employer: number, payout: number) =>
    payouts.setAll(
      all.filter(({ EmployerId }) => EmployerId === employer),
      payout,
    ),
  )
  if (rows.length === 0) return <p className={styles.empty}>No results.</p>
  return (
    <div data-payouts>
      <div className={styles.head} aria-hidden>
        <span>Billing line</span>
        <span>Billing rate</span>
        <span>Payout rate</span>
        <span>Additional</span>
        <span>Net PEPM</span>
      </div>
      {employersOf(rows).map((employer) => (
        <section key={employer.id} aria-label={employer.name}>
          <EmployerHead id={employer.id} name={employer.name} members={employer.members} onAll={setAll} />
          <ul>
            {employer.rows.map((row) => (
              <PayoutRow
                key={row.CommissionLineItemId}
                row={row}
                from={from}
                typed={payouts.drafts.get(row.CommissionLineItemId)}
                problem={payouts.problems.get(row.CommissionLineItemId)}
                onType={type}
                onSave={save}
                onHistory={history}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type EmployerHeadProps = Pick<Employer, 'id' | 'name' | 'members'> & {
  onAll: (employer: number, payout: number) => void
}

const EmployerHead = memo(function EmployerHead({ id, name, members, onAll }: EmployerHeadProps) {
  const [typed, setTyped] = useState('')
  const amount = readMoney(typed)
  const apply = () => {
    if (amount === null) return
    onAll(id, amount)
    setTyped('')
  }
  return (
    <div className={styles.employer}>
      <span className={styles.name}>
        <h3>{name}</h3> <small>{counted(members, 'member')}</small>
      </span>
      <span className={styles.field}>
        <PayoutInput
          label={`Payout rate of all lines of ${name}`}
          amount={amount}
          onType={(digits) => setTyped(digits ?? '')}
          onEnter={apply}
        />
      </span>
      <Button small disabled={amount === null} aria-label={`All lines of ${name}`} onClick={apply}>
        All
      </Button>
    </div>
  )
})
