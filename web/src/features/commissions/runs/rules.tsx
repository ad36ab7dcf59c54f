/** A rule of a run as a row: what it comes to beside last month, what to look at, and what has become of it. */
import type { ReactNode } from 'react'
import { money } from '../../../lib/format/money'
import { Details } from '../../../ui/value/Details'
import type { Column } from '../../../ui/list/columns'
import type { NarrowRow } from '../../../ui/list/NarrowList'
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { PanelLink, RowButton } from '../../../ui/action/RowLink'
import { Inline, Stack } from '../../../ui/Stack'
import { StatusDot } from '../../../ui/value/StatusDot'
import { Tag } from '../../../ui/value/Tag'
import { billStateText, waitsOf } from '../../../shared/statements/words'
import type { Results } from './creating'
import type { RunRule } from './queries'
import { exceptionsFirst } from './rows'
import styles from './Run.module.css'
import { againstLast, exceptionName, resultText, stateLook, stateText } from './words'

export function ruleColumns(results: Results): readonly Column<RunRule>[] {
  return [
    {
      key: 'RuleName',
      title: 'Commission Rule',
      kind: 'name',
      size: 'large',
      sorts: true,
      cell: (row) => <RuleName row={row} />,
    },
    { key: 'PayeeName', title: 'Payee', size: 'medium', wraps: true, sorts: true, cell: ({ PayeeName }) => PayeeName },
    { key: 'Amount', title: 'Amount', kind: 'money', spare: true, sorts: true, cell: ({ Amount }) => money(Amount) },
    { key: 'AmountDue', title: 'Amount due', kind: 'money', sorts: true, cell: ({ AmountDue }) => money(AmountDue) },
    { key: 'Change', title: 'Against last', kind: 'money', cell: againstLast },
    { key: 'State', title: 'Status', kind: 'status', cell: (row) => <RuleState row={row} /> },
    {
      key: 'Findings',
      title: results.size > 0 ? 'Result' : 'To look at',
      sorts: exceptionsFirst,
      size: 'large',
      wraps: true,
      cell: (row) => findings(row, results),
    },
  ]
}

export function narrowRule(row: RunRule, results: Results): NarrowRow {
  return {
    title: <RuleName row={row} />,
    status: <RuleState row={row} />,
    facts: [row.PayeeName],
    says: saidOf(row, results) ?? row.Exceptions.map((exception) => exceptionName(exception, row)).join(', '),
    end: money(row.AmountDue),
  }
}

/** Opens the statement once there is one. */
function RuleName({ row: { RuleName: name, StatementId } }: { row: RunRule }) {
  const { open } = usePanels()
  return StatementId == null ? name : <RowButton onClick={() => open('statement', StatementId)}>{name}</RowButton>
}

function RuleState({ row }: { row: RunRule }) {
  return <StatusDot {...stateLook(row)}>{stateText(row)}</StatusDot>
}

/** What came of the row; nothing when nothing was asked for. */
function saidOf({ CommissionRuleId }: RunRule, results: Results): string | undefined {
  const result = results.get(CommissionRuleId)
  return result && resultText(result)
}

/** So many tags have room in a row; what opens below it says all. */
const tagsShown = 2

/** What came of the row, or what is unusual about it. */
function findings(row: RunRule, results: Results): ReactNode {
  const said = saidOf(row, results)
  if (said === undefined && row.Exceptions.length === 0) return null
  const more = row.Exceptions.slice(tagsShown)
  return (
    <span className={styles.findings}>
      {said && <span>{said}</span>}
      {row.Exceptions.slice(0, tagsShown).map((exception) => (
        <Tag key={exception.Code} kind="warn">
          {exceptionName(exception, row)}
        </Tag>
      ))}
      {more.length > 0 && (
        <Tag kind="warn" says={more.map((exception) => exceptionName(exception, row)).join(', ')}>
          +{more.length}
        </Tag>
      )}
    </span>
  )
}

/** The expanded row: everything in sentences, and the ways to the statement. */
export function RuleDetail({ row, results }: { row: RunRule; results: Results }) {
  const said = saidOf(row, results)
  return (
    <Stack>
      {said && <Note>{said}</Note>}
      {row.Exceptions.length > 0 && (
        <ul className={styles.exceptions}>
          {row.Exceptions.map(({ Code, Message }) => (
            <li key={Code}>{Message}</li>
          ))}
        </ul>
      )}
      <Details
        layout="beside"
        items={[
          { term: 'Payout of the month', value: money(row.MonthAmount) },
          ...(row.BroughtForward === 0 ? [] : [{ term: 'Brought forward', value: money(row.BroughtForward) }]),
          { term: 'Amount due', value: money(row.AmountDue) },
          ...(row.ToBill === 0 ? [] : [{ term: 'To bill', value: money(row.ToBill) }]),
          ...waitsOf(row),
          {
            term: 'Last month',
            value: row.LastMonthAmount == null ? 'No statement' : money(row.LastMonthAmount),
          },
          ...(row.BillState ? [{ term: 'Bill', value: billStateText(row.BillState) }] : []),
        ]}
      />
      <Ways row={row} />
    </Stack>
  )
}

function Ways({ row: { StatementId, RuleName: name } }: { row: RunRule }) {
  const { open } = usePanels()
  if (StatementId == null) return null
  return (
    <Inline>
      <PanelLink label={`View the statement of ${name}`} onClick={() => open('statement', StatementId)}>
        View Statement
      </PanelLink>
      <PanelLink
        label={`Compare the statement of ${name} with last month`}
        onClick={() => open('statement-compare', StatementId)}
      >
        Why this payout?
      </PanelLink>
    </Inline>
  )
}
