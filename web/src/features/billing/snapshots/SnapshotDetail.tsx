/** The expanded row of a snapshot: its lines, the employees of the line one opens, what the look-back left out, and the statements that use it. */
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { date } from '../../../lib/format/dates'
import { failureWithReference } from '../../../lib/failure'
import { whyPanelId } from '../../../lib/billing/whyPanel'
import { useCan } from '../../../session/session'
import { BillLines } from '../../../ui/bill/BillLines'
import { LineMembers } from '../../../ui/bill/LineMembers'
import { Button } from '../../../ui/action/Button'
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { Stack } from '../../../ui/Stack'
import { InErp } from './InErp'
import { OutsideLookBack } from './OutsideLookBack'
import { consultsOfLine, membersOfLine, snapshot, type Snapshot } from './queries'
import { Statements } from './Statements'

export function SnapshotDetail({ row }: { row: Snapshot }) {
  const query = useQuery(snapshot(row.EmployerId, row.Id))
  const [openId, setOpenId] = useState<number>()
  // The list already knows the lines; only their employees and the look-back are still to come.
  const {
    LineItems,
    OutsideLookBack: differences,
    InvoiceTotalDollars,
    InvoicePeriodBeginDate,
    InvoicePeriodEndDate,
  } = query.data ?? row
  const panels = usePanels()
  const can = useCan()
  // A narrow list has no column for it.
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const open = LineItems.find(({ Id }) => Id === openId)
  return (
    <Stack>
      <BillLines
        label="Lines of the snapshot"
        lines={LineItems}
        openId={openId}
        onToggle={(id) => setOpenId(id === openId ? undefined : id)}
        total={InvoiceTotalDollars}
        window={`Window ${date(InvoicePeriodBeginDate)} – ${date(InvoicePeriodEndDate)}`}
        onWhy={() => panels.open('why', whyPanelId({ employerId: row.EmployerId, snapshotId: row.Id }))}
        empty="This snapshot has no lines: there was nothing to bill."
      />
      {isNarrow && <InErp row={row} />}
      {query.isError && (
        <Note
          kind="bad"
          live
          title="The employees did not load."
          action={
            <Button small onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {failureWithReference(query.error)}
        </Note>
      )}
      {open &&
        (query.data ? (
          <LineMembers
            key={open.Id}
            line={open}
            pages={(lineId, term) => membersOfLine(row, lineId, term)}
            consults={(lineId, term) => consultsOfLine(row, lineId, term)}
            group={can('ViewMembers') ? row.EmployerId : undefined}
            within="row"
          />
        ) : (
          query.isPending && <p role="status">Loading…</p>
        ))}
      <OutsideLookBack differences={differences} />
      <Statements row={row} />
    </Stack>
  )
}
