/** Who stands behind an amount, page by page, with a filter by name: by status change, or by the reason in a sentence. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { money, moneyChange } from '../../../../lib/format/money'
import type { WhyPath } from '../../../../lib/billing/whyPanel'
import { useCan } from '../../../../session/session'
import { MemberLink } from '../../../../ui/action/RowLink'
import { IconSearch } from '../../../../ui/icons'
import type { Column } from '../../../../ui/list/columns'
import { Paged } from '../../../../ui/table/Paged'
import { PlainTable } from '../../../../ui/table/PlainTable'
import { StatusDot } from '../../../../ui/value/StatusDot'
import styles from './Behind.module.css'
import { membersOf, type Part, type WhyMember } from './queries'
import { Reasons } from './Reasons'
import { SourceLink } from './SourceLink'
import { statusWords, whoName } from './words'

interface BehindProps {
  path: WhyPath
  part: Part
  title: string
  /** The month of the bill before, as sentences call it. */
  before: string | undefined
  tells: 'status' | 'reason'
  /** Whether it names members, so that one can look for a name; consults name nobody. */
  names: boolean
  /** Whether amounts are differences, with their sign. */
  signed?: boolean
}

/** So many are asked for at once. */
const perPage = 100
const typingPause = 300

export function Behind({ path, part, title, before, tells, names, signed = false }: BehindProps) {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), typingPause)
  const amount = signed ? moneyChange : money
  const can = useCan()
  const group = can('ViewMembers') ? path.employerId : undefined
  return (
    <section>
      <div className={styles.head}>
        <h3>{title}</h3>
        {names && (
          <div className={styles.filter}>
            <TextInput
              aria-label={`Filter ${title}`}
              placeholder="Filter..."
              leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
        )}
      </div>
      <Paged pages={membersOf(path, part, settled)} perPage={perPage} what="the members" flush>
        {(rows) =>
          tells === 'reason' ? (
            <Reasons label={title} rows={rows} before={before} amount={amount} />
          ) : (
            <Statuses label={title} rows={rows} group={group} amount={amount} />
          )
        }
      </Paged>
    </section>
  )
}

function Statuses({
  label,
  rows,
  group,
  amount,
}: {
  label: string
  rows: readonly WhyMember[]
  /** Whose members they are; absent where names lead nowhere. */
  group: number | undefined
  amount: (dollars: number) => string
}) {
  const name = (row: WhyMember) => (
    <MemberLink group={group} id={row.Employee?.EmployeeId}>
      {whoName(row)}
    </MemberLink>
  )
  const columns: readonly Column<WhyMember>[] = [
    { key: 'Member', title: 'Member', kind: 'name', size: 'large', cell: name },
    { key: 'Change', title: 'Status change', size: 'large', cell: (row) => <Change row={row} /> },
    { key: 'Source', title: 'Source', size: 'medium', cell: (row) => <SourceLink source={row.Source} /> },
    { key: 'Amount', title: 'Amount', kind: 'money', cell: (row) => amount(row.AmountDollars) },
  ]
  const numbered = rows.map((row, index) => ({ ...row, index }))
  return (
    <div className={styles.people}>
      <PlainTable
        label={label}
        columns={columns}
        rows={numbered}
        rowId={({ index }) => index}
        narrow={(row) => ({
          title: name(row),
          end: amount(row.AmountDollars),
          facts: [<Change key="change" row={row} />, row.Source && <SourceLink key="source" source={row.Source} />],
        })}
      />
    </div>
  )
}

/** The status change; where that explains nothing, the reason in its place. */
function Change({ row }: { row: WhyMember }) {
  const change = statusWords(row)
  if (row.Reason) return row.Reason
  return change ? <StatusDot tone={change.isActive ? 'ok' : 'off'}>{change.says}</StatusDot> : null
}
