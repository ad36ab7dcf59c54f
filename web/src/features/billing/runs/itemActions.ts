/** What can be done with one plan of a run: its draft is approved also where rows cannot be chosen, and a snapshot is explained. */
import { whyPanelId } from '../../../lib/billing/whyPanel'
import { IconArrowBackUp, IconBook, IconCheck, IconHelp } from '../../../ui/icons'
import type { RowAction } from '../../../ui/list/columns'
import type { PanelActions } from '../../../ui/panel/usePanels'
import type { RunItem } from './queries'
import type { Approving } from './approval/useApproving'

/** Without `approving` nothing can be approved: the run does not wait for it, or it is not for this person. */
export function actionsOf(
  row: RunItem,
  open: PanelActions['open'],
  approving: Approving | undefined,
): readonly RowAction[] {
  return [...(approving ? approvalOf(row, approving) : []), ...explanationOf(row, open)]
}

function approvalOf(row: RunItem, { approve, withdraw }: Approving): readonly RowAction[] {
  if (row.State === 'Draft') return [{ label: 'Approve', icon: IconCheck, run: () => approve([row]) }]
  if (row.State === 'Approved')
    return [{ label: 'Take Back Approval', icon: IconArrowBackUp, run: () => withdraw([row]) }]
  return []
}

/** A draft has no bill yet that could be explained, unless it is of a snapshot that an earlier run has made. */
function explanationOf({ EmployerGroup, SnapshotId }: RunItem, open: PanelActions['open']): readonly RowAction[] {
  if (SnapshotId == null) return []
  return [
    {
      label: 'Why this amount?',
      icon: IconHelp,
      run: () => open('why', whyPanelId({ employerId: EmployerGroup.Id, snapshotId: SnapshotId })),
    },
    {
      label: 'View ERP History',
      icon: IconBook,
      run: () => open('erp', whyPanelId({ employerId: EmployerGroup.Id, snapshotId: SnapshotId })),
    },
  ]
}
