/** What was called in the ERP for a record: why it stands as it does, and each call with its outcome and the words of the vendor. */
import type { components } from '../../api/schema'
import { moment } from '../../lib/format/dates'
import type { Column } from '../../ui/list/columns'
import { Note } from '../../ui/state/Note'
import { Stack } from '../../ui/Stack'
import { PlainTable } from '../../ui/table/PlainTable'
import { StatusDot, type Tone } from '../../ui/value/StatusDot'
import type { ErpStanding } from './ErpState'

export type ErpHistory = components['schemas']['ErpHistoryView']
export type ErpCall = components['schemas']['ErpCallView']

/** Why a document is not as it should be; nothing when there is nothing to say. */
export function ErpReasons({ state }: { state: ErpStanding }) {
  if (!state.Message && !state.ReadFailedOn) return null
  return (
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
  )
}

export function ErpCalls({ calls }: { calls: readonly ErpCall[] }) {
  return (
    <PlainTable
      label="Calls to the ERP"
      columns={columns}
      rows={calls.map((call, at) => ({ ...call, at }))}
      rowId={({ at }) => at}
      empty="Nothing was sent to the ERP yet."
      narrow={(call) => ({
        title: call.StepText,
        status: <Outcome call={call} />,
        facts: [moment(call.At), call.By ?? 'Ledgerwell', saidOf(call) || false],
      })}
    />
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
