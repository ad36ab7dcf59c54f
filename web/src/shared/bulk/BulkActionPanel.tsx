/** A bulk action: how far it is, and the result of each invoice, those first to which it was not done. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isMissing } from '../../lib/failure'
import { counted, money } from '../../lib/format/money'
import { Button } from '../../ui/action/Button'
import { IconArrowBackUp } from '../../ui/icons'
import type { Column } from '../../ui/list/columns'
import { NoRecordPanel, ofRecord } from '../../ui/panel/ofRecord'
import { PanelSection, SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace, usePanels } from '../../ui/panel/usePanels'
import { Answered } from '../../ui/state/Answered'
import { Note } from '../../ui/state/Note'
import { ProgressBar } from '../../ui/state/ProgressBar'
import { PlainTable } from '../../ui/table/PlainTable'
import { orNotice } from '../../ui/toast/toasts'
import { StatusDot, type Tone } from '../../ui/value/StatusDot'
import { changedBySnapshots } from '../changes'
import { endedText } from './ended'
import { bulkAction, isAtWork, startBulkAction, type BulkAction, type BulkResult } from './queries'

/** The panel of pages with chosen invoices, by its name in the address. */
export const bulkPanels = { bulk: ofRecord('bulk action', (id) => <BulkActionPanel id={id} />) }

export function BulkActionPanel({ id }: { id: number }) {
  const query = useQuery(bulkAction(id))
  const { close } = usePanelPlace()
  const client = useQueryClient()
  const done = query.data?.Done
  useEffect(() => {
    // Each result changes the lists behind the panel.
    if (done) for (const queryKey of changedBySnapshots) void client.invalidateQueries({ queryKey })
  }, [client, done])
  if (query.data === undefined && isMissing(query.error)) return <NoRecordPanel what="bulk action" asked />
  return (
    <SidePanel
      title={query.data?.ActionText ?? 'Bulk Action'}
      context={query.data && counted(query.data.Results.length, 'invoice')}
      footer={
        <>
          {query.data && <OtherMark action={query.data} />}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Answered query={query} what="the results" flush>
        {(action) => (
          <>
            <PanelSection>
              <Progress action={action} />
            </PanelSection>
            <PanelSection title="Results">
              <PlainTable
                label="Results"
                columns={columns}
                rows={[...action.Results].sort((one, other) => rank(one) - rank(other))}
                rowId={({ InvoiceId }) => InvoiceId}
                narrow={(row) => ({
                  title: row.InvoiceNumber,
                  status: <Outcome row={row} />,
                  facts: [row.EmployerGroup.Name, row.Message ?? false],
                  end: money(row.InvoiceTotalDollars),
                })}
              />
            </PanelSection>
          </>
        )}
      </Answered>
    </SidePanel>
  )
}

/** Gives the other mark to the invoices that got one here; those that were marked before keep theirs. */
function OtherMark({ action }: { action: BulkAction }) {
  const { replace } = usePanels()
  const [busy, setBusy] = useState(false)
  const marked = action.Results.filter(({ Outcome: name }) => name === 'Done').map(({ InvoiceId }) => InvoiceId)
  if (action.Action !== 'MarkCommissionPaid' || isAtWork(action) || marked.length === 0) return null
  const mark = () => {
    setBusy(true)
    const begun = startBulkAction('MarkCommissionUnpaid', marked).then(({ Id }) => replace('bulk', Id))
    orNotice(begun.finally(() => setBusy(false)))
  }
  return (
    <Button icon={IconArrowBackUp} busy={busy} onClick={mark}>
      Mark as Un-Paid
    </Button>
  )
}

function Progress({ action }: { action: BulkAction }) {
  const { Done, Results, ActionText } = action
  if (isAtWork(action))
    return (
      <ProgressBar
        label={ActionText}
        done={Done}
        total={Results.length}
        noun="invoices"
        help="You can close this panel: it goes on by itself."
      />
    )
  const { kind, title, more } = endedText(action)
  return (
    <Note kind={kind} title={title}>
      {more}
    </Note>
  )
}

const tones: Readonly<Record<string, Tone>> = { Done: 'ok', Refused: 'bad', Unreached: 'warn', LeftOut: 'warn' }

function Outcome({ row: { Outcome: name, OutcomeText } }: { row: BulkResult }) {
  return <StatusDot tone={tones[name] ?? 'off'}>{OutcomeText}</StatusDot>
}

const order = ['Refused', 'Unreached', 'LeftOut', 'Waiting']

function rank({ Outcome: name }: BulkResult): number {
  const at = order.indexOf(name)
  return at < 0 ? order.length : at
}

const columns: readonly Column<BulkResult>[] = [
  { key: 'InvoiceNumber', title: 'Invoice', kind: 'name', cell: ({ InvoiceNumber }) => InvoiceNumber },
  { key: 'EmployerGroup', title: 'Group', size: 'medium', cell: ({ EmployerGroup }) => EmployerGroup.Name },
  { key: 'Amount', title: 'Amount', kind: 'money', cell: (row) => money(row.InvoiceTotalDollars) },
  { key: 'Outcome', title: 'Result', kind: 'status', cell: (row) => <Outcome row={row} /> },
  { key: 'Message', title: 'Why', size: 'large', wraps: true, cell: ({ Message }) => Message },
]
