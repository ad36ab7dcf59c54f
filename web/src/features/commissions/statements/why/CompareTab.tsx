/** From the amount due of the month before to this one, all statements of each together, reason by reason; a reason opens, below, to its lines. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money, moneyChange } from '../../../../lib/format/money'
import { Answered } from '../../../../ui/state/Answered'
import { BillFoot } from '../../../../ui/bill/BillHead'
import { CauseTable } from '../../../../ui/bill/CauseTable'
import { CompareHead } from '../../../../ui/bill/CompareHead'
import { useOpenCauses } from '../../../../ui/bill/useOpenCauses'
import { IconAlertTriangle, IconCheck } from '../../../../ui/icons'
import type { Column } from '../../../../ui/list/columns'
import { PlainTable } from '../../../../ui/table/PlainTable'
import { ShowMore } from '../../../../ui/table/ShowMore'
import { Tag } from '../../../../ui/value/Tag'
import type { Statement } from '../../../../shared/statements/queries'
import { comparison, type Comparison, type Difference } from './queries'
import { behindTitle, causeOf, differenceWords, reasonsOf, reconciles, several, type Reason } from './reasons'
import styles from './Why.module.css'

export function CompareTab({ statement }: { statement: Statement }) {
  const query = useQuery(comparison(statement.Id))
  return (
    <Answered query={query} what="the comparison" flush>
      {(found) => <Compared statement={statement} comparison={found} />}
    </Answered>
  )
}

interface ComparedProps {
  statement: Statement
  comparison: Comparison
}

function Compared({ statement: { Name }, comparison: found }: ComparedProps) {
  const { open, asked, toggle } = useOpenCauses()
  const reasons = reasonsOf(found.Rows)
  const opened = open.flatMap((name) => reasons.filter((reason) => reason.name === name))
  const { Previous, PreviousCount, Count, Before, Now } = found
  return (
    <>
      <CompareHead amount={money(Now)} {...differenceWords(found)} />
      <p className={styles.state}>
        <Reconciled isSo={reconciles(found)} />
      </p>
      <CauseTable
        before={{
          name: Previous?.Name ?? 'Before',
          many: Previous ? several(PreviousCount) : 'nothing was paid',
          dollars: Before,
        }}
        causes={reasons.map(causeOf)}
        after={{ name: Name, many: several(Count), dollars: Now }}
        open={open}
        onToggle={toggle}
      />
      {opened.length > 0 && (
        <BillFoot asked={asked}>
          <div className={styles.opened}>
            {opened.map((reason) => (
              <Behind key={reason.name} reason={reason} />
            ))}
          </div>
        </BillFoot>
      )}
    </>
  )
}

function Reconciled({ isSo }: { isSo: boolean }) {
  return isSo ? (
    <Tag kind="ok" icon={IconCheck}>
      Reconciled to the cent
    </Tag>
  ) : (
    <Tag kind="bad" icon={IconAlertTriangle}>
      Does not add up
    </Tag>
  )
}

const columns: readonly Column<Difference>[] = [
  { key: 'EmployerName', title: 'Employer', kind: 'name', size: 'large', cell: employerName },
  { key: 'PlanName', title: 'Plan line', size: 'medium', cell: ({ PlanName }) => PlanName },
  { key: 'Before', title: 'Before', kind: 'money', cell: ({ Before }) => money(Before) },
  { key: 'Now', title: 'Now', kind: 'money', cell: ({ Now }) => money(Now) },
  { key: 'Difference', title: 'Difference', kind: 'money', cell: ({ Difference: by }) => moneyChange(by) },
]

/** A balance that is brought forward is of no employer. */
function employerName({ EmployerName, Reason: reason }: Difference): string {
  return EmployerName || reason
}

/** Lines drawn at once. */
const step = 100

function Behind({ reason }: { reason: Reason }) {
  const [most, setMost] = useState(step)
  const rows = reason.rows.slice(0, most).map((row, index) => ({ ...row, index }))
  return (
    <section>
      <h3>{behindTitle(reason)}</h3>
      <PlainTable
        label={behindTitle(reason)}
        columns={columns}
        rows={rows}
        rowId={({ index }) => index}
        narrow={(row) => ({
          title: employerName(row),
          end: moneyChange(row.Difference),
          facts: [row.PlanName, `${money(row.Before)} to ${money(row.Now)}`],
        })}
      />
      <ShowMore shown={rows.length} total={reason.rows.length} step={step} onMore={() => setMost(most + step)} />
    </section>
  )
}
