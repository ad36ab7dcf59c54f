/** Choosing the plan lines of a rule: by employer, with a filter. Confirm gives the chosen ones; Cancel forgets everything. */
import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { count, counted, money } from '../../../../lib/format/money'
import { Answered } from '../../../../ui/state/Answered'
import { Button } from '../../../../ui/action/Button'
import { SidePanel } from '../../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../../ui/panel/usePanels'
import { brokerPlans, type PlanRow } from '../queries'
import { employersOf } from './payouts'
import { choicesOf, withLines, withoutPayout, type Chosen, type PickerWish } from './picking'
import styles from './Plans.module.css'
import { PlanTools, usePlanFilter } from './PlanTools'

export function SelectPlansPanel({ brokerId, held, chosen: before, onConfirm }: PickerWish) {
  const { close } = usePanelPlace()
  const query = useQuery(brokerPlans(brokerId))
  const [chosen, setChosen] = useState<Chosen>(new Set(before))
  const rows = query.data && choicesOf(query.data, held)
  const ids = (rows ?? []).map(({ BillingLineItemId }) => BillingLineItemId).filter((id) => chosen.has(id))
  return (
    <SidePanel
      title="Select Billing Plans"
      context={rows && `${count(ids.length)} of ${counted(rows.length, 'line')} selected`}
      footer={
        <>
          <Button
            kind="primary"
            disabled={!rows}
            onClick={() => {
              onConfirm(ids)
              close()
            }}
          >
            Confirm
          </Button>
          <Button onClick={close}>Cancel</Button>
        </>
      }
    >
      <Answered query={{ ...query, data: rows }} what="the billing plans" flush>
        {(found) => <Choices rows={found} chosen={chosen} onChosen={setChosen} />}
      </Answered>
    </SidePanel>
  )
}

interface ChoicesProps {
  rows: readonly PlanRow[]
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
}

function Choices({ rows, chosen, onChosen }: ChoicesProps) {
  const found = usePlanFilter(rows)
  const toggle = useCallbackRef((lines: readonly PlanRow[], on: boolean) => onChosen(withLines(chosen, lines, on)))
  const unpaid = withoutPayout(rows, chosen)
  return (
    <>
      <PlanTools by={found}>
        <Button disabled={unpaid.length === 0} onClick={() => toggle(unpaid, false)}>
          Deselect plans with no payout rate
        </Button>
      </PlanTools>
      {found.shown.length === 0 && <p className={styles.empty}>No results.</p>}
      {employersOf(found.shown).map(({ id, name, rows: lines }) => {
        const on = lines.filter(({ BillingLineItemId }) => chosen.has(BillingLineItemId)).length
        return (
          <section key={id} aria-label={name}>
            <label className={styles.employer}>
              <input
                type="checkbox"
                className={styles.check}
                checked={on === lines.length}
                ref={(box) => {
                  if (box) box.indeterminate = on > 0 && on < lines.length
                }}
                onChange={(event) => toggle(lines, event.currentTarget.checked)}
              />
              <span className={styles.name}>
                <strong>{name}</strong>{' '}
                <small>
                  {count(on)} of {count(lines.length)}
                </small>
              </span>
            </label>
            <ul>
              {lines.map((row) => (
                <Choice
                  key={row.BillingLineItemId}
                  row={row}
                  isChosen={chosen.has(row.BillingLineItemId)}
                  onToggle={toggle}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

interface ChoiceProps {
  row: PlanRow
  isChosen: boolean
  onToggle: (rows: readonly PlanRow[], on: boolean) => void
}

const Choice = memo(function Choice({ row, isChosen, onToggle }: ChoiceProps) {
  return (
    <li className={styles.choice}>
      <label>
        <input
          type="checkbox"
          className={styles.check}
          checked={isChosen}
          onChange={(event) => onToggle([row], event.currentTarget.checked)}
        />
        <span className={styles.name}>
          <strong>{row.BillingLineItemName}</strong>
          <small>
            {row.BillingPlanName} · {row.BrokerName}
          </small>
          {row.Note && <small className={styles.note}>{row.Note}</small>}
        </span>
        <span className={styles.rate}>{money(row.BillingLineItemRate)}</span>
        <span className={styles.paid}>
          {row.CommissionPayoutRate > 0 ? `pays ${money(row.CommissionPayoutRate)}` : 'no payout'}
        </span>
      </label>
    </li>
  )
})
