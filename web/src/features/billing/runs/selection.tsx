/** Choosing plans of a run that waits for approval, and what can be done with the chosen ones. */
import { counted, money } from '../../../lib/format/money'
import { Button } from '../../../ui/action/Button'
import { IconArrowBackUp, IconCheck, IconReceipt2 } from '../../../ui/icons'
import type { Selection } from '../../../ui/list/ListPage'
import { BulkActions } from '../../../shared/bulk/BulkActions'
import { DownloadInvoices } from '../../../shared/bulk/DownloadInvoices'
import type { Chosen } from '../../../shared/bulk/words'
import { batchOf, confirmCreating } from './approval/approving'
import type { Run, RunItem } from './queries'
import type { Approving } from './approval/useApproving'
import { planAndGroup } from './words'

export function selectionOf(run: Run, part: string | undefined, approving: Approving): Selection<RunItem> {
  return {
    ...(part === undefined ? {} : { of: part }),
    allowed: ({ State }) => (State === 'Draft' || State === 'Approved' ? true : null),
    bar: (rows, clear) => ({
      says: says(rows),
      actions: <ChosenActions run={run} rows={rows} clear={clear} approving={approving} />,
    }),
  }
}

/** Choosing snapshots that a run has made, and what can be done with their invoices: who may not edit bills downloads them. */
export function invoiceSelection(part: string | undefined, mayEdit: boolean): Selection<RunItem> {
  return {
    ...(part === undefined ? {} : { of: part }),
    allowed: ({ SnapshotId }) => (SnapshotId == null ? null : true),
    bar: (rows, clear) => ({
      says: says(rows),
      actions: (
        <>
          <DownloadInvoices invoices={rows.flatMap(invoiceOf).map(({ id }) => ({ Id: id }))} />
          {mayEdit && <BulkActions chosen={rows.flatMap(invoiceOf)} clear={clear} />}
        </>
      ),
    }),
  }
}

const inErp = ['Sent', 'OutOfDate', 'Changed']

function invoiceOf(row: RunItem): readonly Chosen[] {
  const { SnapshotId, DraftTotalDollars, ErpState: state } = row
  if (SnapshotId == null) return []
  const isSent = state != null && inErp.includes(state.State)
  const isOutOfDate = state?.State !== 'Sent'
  return [{ id: SnapshotId, name: planAndGroup(row), dollars: DraftTotalDollars ?? 0, isSent, isOutOfDate }]
}

/** `$5,170.00, 2 with exceptions`. */
function says(rows: readonly RunItem[]): string {
  const cents = rows.reduce((sum, { DraftTotalDollars }) => sum + Math.round((DraftTotalDollars ?? 0) * 100), 0)
  const exceptions = rows.filter(({ Exceptions }) => Exceptions.length > 0).length
  return [money(cents / 100), exceptions > 0 && `${exceptions} with exceptions`].filter(Boolean).join(', ')
}

interface ChosenActionsProps {
  run: Run
  rows: readonly RunItem[]
  clear: () => void
  approving: Approving
}

function ChosenActions({ run, rows, clear, approving }: ChosenActionsProps) {
  const drafts = rows.filter(({ State }) => State === 'Draft')
  const approved = rows.length - drafts.length
  return (
    <>
      {approved > 0 && (
        <Button icon={IconArrowBackUp} busy={approving.busy} onClick={() => approving.withdraw(rows, clear)}>
          Take back {counted(approved, 'approval')}
        </Button>
      )}
      {drafts.length > 0 && (
        <Button icon={IconCheck} busy={approving.busy} onClick={() => approving.approve(rows, clear)}>
          Approve {counted(drafts.length, 'draft')}
        </Button>
      )}
      {drafts.length > 0 && (
        <Button kind="primary" icon={IconReceipt2} onClick={() => confirmCreating(run, rows, clear)}>
          Approve and create {batchOf(run, rows).plans}
        </Button>
      )}
    </>
  )
}
