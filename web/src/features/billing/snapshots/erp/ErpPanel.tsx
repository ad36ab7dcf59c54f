/** A snapshot in the ERP: how it stands there, why, and each call that was made for it. */
import { useQuery } from '@tanstack/react-query'
import { moment } from '../../../../lib/format/dates'
import { isMissing } from '../../../../lib/failure'
import { monthName, monthOf } from '../../../../lib/format/months'
import { readWhyPanelId, type WhyPath } from '../../../../lib/billing/whyPanel'
import { useCan } from '../../../../session/session'
import { Answered } from '../../../../ui/state/Answered'
import { Button } from '../../../../ui/action/Button'
import { IconRefresh } from '../../../../ui/icons'
import type { Column } from '../../../../ui/list/columns'
import { Note } from '../../../../ui/state/Note'
import { NoRecordPanel } from '../../../../ui/panel/ofRecord'
import { PanelSection, SidePanel } from '../../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../../ui/panel/usePanels'
import { PlainTable } from '../../../../ui/table/PlainTable'
import { Stack } from '../../../../ui/Stack'
import { Status, StatusDot, type Tone } from '../../../../ui/value/StatusDot'
import { snapshot } from '../queries'
import type { ErpStanding } from '../../../../shared/erp/ErpState'
import { erpHistory, type ErpCall } from './queries'
import { canRetry } from './sending'
import { useRetrying } from './useRetrying'

export function ErpPanel({ id }: { id: string }) {
  const path = readWhyPanelId(id)
  return path ? <Panel path={path} /> : <NoRecordPanel what="snapshot" />
}

function Panel({ path }: { path: WhyPath }) {
  const query = useQuery(erpHistory(path))
  const { data: row } = useQuery(snapshot(path.employerId, path.snapshotId))
  const mayEdit = useCan()('EditBilling')
  const { isRetrying, retry } = useRetrying()
  const { close } = usePanelPlace()
  const state = query.data?.ErpState
  if (query.data === undefined && isMissing(query.error)) return <NoRecordPanel what="snapshot" asked />
  return (
    <SidePanel
      title="In the ERP"
      status={state && <Status name={state.Text} color={state.Color} />}
      context={row && `${row.BillingPlan.Name} · ${monthName(monthOf(row.InvoicePeriodEndDate))}`}
      footer={
        <>
          {mayEdit && row && canRetry({ ErpState: state ?? null }) && (
            <Button kind="primary" icon={IconRefresh} busy={isRetrying(row.Id)} onClick={() => retry(row)}>
              Retry
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Answered query={query} what="the history" flush>
        {({ ErpState, Calls }) => (
          <>
            <Reasons state={ErpState} />
            <PanelSection title="Calls">
              <PlainTable
                label="Calls to the ERP"
                columns={columns}
                rows={Calls.map((call, at) => ({ ...call, at }))}
                rowId={({ at }) => at}
                empty="Nothing was sent to the ERP yet."
                narrow={(call) => ({
                  title: call.StepText,
                  status: <Outcome call={call} />,
                  facts: [moment(call.At), call.By ?? 'Ledgerwell', saidOf(call) || false],
                })}
              />
            </PanelSection>
          </>
        )}
      </Answered>
    </SidePanel>
  )
}

function Reasons({ state }: { state: ErpStanding }) {
  if (!state.Message && !state.ReadFailedOn) return null
  return (
    <PanelSection>
      <Stack>
        {state.Message && (
          <Note kind={state.State === 'Failed' ? 'bad' : 'warn'} title={`${state.Text}.`}>
            {state.Message}
          </Note>
        )}
        {state.ReadFailedOn && (
          <Note kind="warn" title={`The ERP could not be read on ${moment(state.ReadFailedOn)}.`}>
            {state.ReadFailure} What is shown was read before that.
          </Note>
        )}
      </Stack>
    </PanelSection>
  )
}

const columns: readonly Column<ErpCall>[] = [
  { key: 'At', title: 'When', cell: ({ At }) => moment(At) },
  { key: 'Step', title: 'Call', kind: 'name', cell: ({ StepText }) => StepText },
  { key: 'Outcome', title: 'Outcome', kind: 'status', cell: (call) => <Outcome call={call} /> },
  { key: 'By', title: 'By', cell: ({ By }) => By ?? 'Ledgerwell' },
  { key: 'Said', title: 'The ERP said', size: 'large', cell: saidOf },
]

const tones: Readonly<Record<string, Tone>> = { Done: 'ok', Failed: 'bad', Unknown: 'warn', NoAnswer: 'warn' }

function Outcome({ call: { Outcome: name, OutcomeText } }: { call: ErpCall }) {
  return <StatusDot tone={tones[name] ?? 'off'}>{OutcomeText}</StatusDot>
}

/** The vendor's words, and what its support asks for. */
export function saidOf({ Message, HttpStatus, Code, TraceId }: ErpCall): string {
  const facts = [
    HttpStatus != null && `HTTP ${HttpStatus}`,
    Code && `code ${Code}`,
    TraceId && `trace ${TraceId}`,
  ].filter(Boolean)
  return [Message, facts.length > 0 && `(${facts.join(', ')})`].filter(Boolean).join(' ')
}
