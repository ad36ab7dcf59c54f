/** A plan line of a rule: what it bills, what the rule and others pay on it, and what is left. Drawn anew only when it changes. */
import { memo } from 'react'
import { counted, money } from '../../../../lib/format/money'
import { monthName, monthOf } from '../../../../lib/format/months'
import { IconButton } from '../../../../ui/action/Button'
import { IconAlertCircle, IconHistory } from '../../../../ui/icons'
import { Tag } from '../../../../ui/value/Tag'
import type { PlanRow } from '../queries'
import { isChanged, netOf, othersOf, payoutOf, totalOf, type From } from './payouts'
import { PayoutInput } from './PayoutInput'
import styles from './Plans.module.css'

interface PayoutRowProps {
  row: PlanRow
  from: From
  typed: string | undefined
  problem: string | undefined
  onType: (line: number, typed: string | undefined) => void
  onSave: (row: PlanRow) => void
  onHistory: (row: PlanRow) => void
}

export const PayoutRow = memo(function PayoutRow({
  row,
  from,
  typed,
  problem,
  onType,
  onSave,
  onHistory,
}: PayoutRowProps) {
  const { CommissionLineItemId: line, BillingLineItemName: name, EmployerName: employer } = row
  const net = netOf(row, typed, from)
  const isOver = net < 0
  const saysId = `payout-${line}`
  const says = [problem, isOver ? `Pays ${money(-net)} more than it bills` : laterOver(row, typed)].filter(Boolean)
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <strong>{name}</strong>
        <small>
          {row.BillingPlanName} · {row.BrokerName}
          {row.EffectiveFrom != null && ` · since ${monthName(monthOf(row.EffectiveFrom))}`}
          {nextOf(row)}
        </small>
        {row.Note && <small className={styles.note}>{row.Note}</small>}
        {says.length > 0 && (
          <small id={saysId} className={styles.wrong}>
            <IconAlertCircle size={14} stroke={1.75} aria-hidden />
            {says.join('. ')}
          </small>
        )}
      </span>
      <span className={styles.rate} data-title="Billing rate">
        {money(row.BillingLineItemRate)}
      </span>
      <span className={styles.field}>
        <PayoutInput
          label={`Payout rate of ${name}, ${employer}`}
          amount={payoutOf(row, typed, from)}
          isChanged={isChanged(row, typed, from)}
          isWrong={isOver || problem !== undefined}
          describedBy={says.length > 0 ? saysId : undefined}
          onType={(digits) => onType(line, digits)}
          onEnter={() => onSave(row)}
        />
      </span>
      <span className={styles.additional} data-title="Additional">
        <Additional others={othersOf(row, from)} />
      </span>
      <span className={styles.net} data-over={isOver || undefined} data-title="Net PEPM">
        {money(net)}
      </span>
      <IconButton small icon={IconHistory} label={`Rates of ${name}, ${employer}`} onClick={() => onHistory(row)} />
    </li>
  )
})

/** What is paid next, and from when. */
function nextOf({ NextPayoutRate: rate, NextEffectiveFrom: from }: PlanRow): string | undefined {
  return rate == null || from == null ? undefined : ` · ${money(rate)} from ${monthName(monthOf(from))}`
}

/** That a payout which is set for a later month comes to too much. */
function laterOver({ OverpaidFrom: from }: PlanRow, typed: string | undefined): string | undefined {
  return from == null || typed !== undefined ? undefined : `Pays more than it bills from ${monthName(monthOf(from))}`
}

/** What other rules pay on the line, and to whom. */
function Additional({ others }: { others: PlanRow['AdditionalCommission'] }) {
  if (others.length === 0) return <span className={styles.none}>-</span>
  const names = others.map(({ PayeeName, CommissionPayoutRate }) => `${PayeeName} ${money(CommissionPayoutRate)}`)
  return (
    <span title={names.join(', ')}>
      <Tag>
        {counted(others.length, 'payee')} · {money(totalOf(others))}
      </Tag>
      <span className="visually-hidden">{names.join(', ')}</span>
    </span>
  )
}
