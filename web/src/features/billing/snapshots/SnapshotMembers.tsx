/** The lines of a snapshot with their members, in a panel, and the way back to the list. */
import { useQuery } from '@tanstack/react-query'
import { billsEmployees } from '../../../lib/billing/billedLines'
import { monthName, monthOf } from '../../../lib/format/months'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/state/Answered'
import { BillFoot } from '../../../ui/bill/BillHead'
import { BillLines } from '../../../ui/bill/BillLines'
import { LineMembers } from '../../../ui/bill/LineMembers'
import { useOpenLine } from '../../../ui/bill/useOpenLine'
import { Button } from '../../../ui/action/Button'
import { IconChevronLeft } from '../../../ui/icons'
import { PanelSection } from '../../../ui/panel/SidePanel'
import { OutsideLookBack } from './OutsideLookBack'
import { consultsOfLine, membersOfLine, snapshot, type Snapshot } from './queries'

export function SnapshotMembers({ row, onBack }: { row: Snapshot; onBack: () => void }) {
  const query = useQuery(snapshot(row.EmployerId, row.Id))
  return (
    <>
      <PanelSection title={monthName(monthOf(row.InvoicePeriodEndDate))}>
        <Button small icon={IconChevronLeft} data-autofocus onClick={onBack}>
          Back
        </Button>
      </PanelSection>
      <Answered query={query} what="the members" flush>
        {(found) => <Lines found={found} />}
      </Answered>
    </>
  )
}

/** The first line that lists anybody is open. */
function Lines({ found }: { found: Snapshot }) {
  const can = useCan()
  const { LineItems, InvoiceTotalDollars, OutsideLookBack: differences } = found
  const { open, asked, onToggle } = useOpenLine(LineItems, LineItems.find(billsEmployees)?.Id)
  return (
    <>
      <BillLines
        label="Lines of the snapshot"
        lines={LineItems}
        openId={open?.Id}
        onToggle={onToggle}
        total={InvoiceTotalDollars}
        empty="This snapshot has no lines: there was nothing to bill."
      />
      {open && (
        <BillFoot asked={asked}>
          <LineMembers
            key={open.Id}
            line={open}
            pages={(lineId, term) => membersOfLine(found, lineId, term)}
            consults={(lineId, term) => consultsOfLine(found, lineId, term)}
            group={can('ViewMembers') ? found.EmployerId : undefined}
            within="panel"
          />
        </BillFoot>
      )}
      {differences && differences.length > 0 && (
        <PanelSection>
          <OutsideLookBack differences={differences} />
        </PanelSection>
      )}
    </>
  )
}
