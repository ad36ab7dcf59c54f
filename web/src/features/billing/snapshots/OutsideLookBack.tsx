/** What the look-back left out of a snapshot: of which line and month, and whom it is about. */
import { counted } from '../../../lib/format/money'
import { monthName } from '../../../lib/format/months'
import { employeeName } from '../../../lib/billing/billedLines'
import { Note } from '../../../ui/state/Note'
import styles from './OutsideLookBack.module.css'
import type { Snapshot } from './queries'

type LeftOut = NonNullable<Snapshot['OutsideLookBack']>[number]

/** So many are named of one difference. */
const named = 5

export function OutsideLookBack({ differences }: { differences?: readonly LeftOut[] | null }) {
  if (!differences || differences.length === 0) return null
  return (
    <Note kind="warn" title="Outside the look-back, not billed." ownLine>
      These differences are too old to be billed by themselves.
      <ul className={styles.differences}>
        {differences.map((one, index) => (
          <li key={index}>
            <strong>{whatIsLeft(one)}</strong> on {one.Name}
            {one.EmployeeData.length > 0 && <>: {whoIsLeft(one)}</>}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** `2 credits of June 2026`. */
function whatIsLeft({ Quantity, IsCredit, BillableYear, BillableMonth }: LeftOut): string {
  return `${counted(Quantity, IsCredit ? 'credit' : 'debt')} of ${monthName({ year: BillableYear, month: BillableMonth })}`
}

/** `Imbert, Kira · Kestler, Zora · and 4 more`. */
function whoIsLeft({ EmployeeData, Quantity }: LeftOut): string {
  const names = EmployeeData.slice(0, named).map(employeeName)
  const rest = Quantity - names.length
  return [...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(' · ')
}
