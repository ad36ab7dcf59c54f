/** How a snapshot or an invoice stands in the ERP: its state in the server's words and colour, the way there, and a read that failed. */
import type { components } from '../../api/schema'
import { moment } from '../../lib/format/dates'
import { ErpLink } from '../../ui/action/ExternalLink'
import { Inline } from '../../ui/Stack'
import { NameAndFact } from '../../ui/value/NameAndFact'
import { Status } from '../../ui/value/StatusDot'
import { Tag } from '../../ui/value/Tag'

export type ErpStanding = components['schemas']['ErpStateView']

/** The state with its reason on hover, and a read that failed since. */
export function ErpState({ state }: { state: ErpStanding }) {
  return (
    <Inline>
      <StateName state={state} />
      <MailUnknown state={state} />
      {state.ReadFailedOn && <NotReadSince state={state} />}
    </Inline>
  )
}

/** Whether it is sent and nothing more is to be said of it. */
export function isPlainlySent({ State, IsMailUnknown, ReadFailedOn }: ErpStanding): boolean {
  return State === 'Sent' && !IsMailUnknown && !ReadFailedOn
}

function StateName({ state }: { state: ErpStanding }) {
  return (
    <span title={state.Message ?? undefined}>
      <Status name={state.Text} color={state.Color} />
    </span>
  )
}

function MailUnknown({ state: { IsMailUnknown, Message } }: { state: ErpStanding }) {
  if (!IsMailUnknown) return null
  return (
    <Tag kind="warn" says={`Mail unknown: ${Message ?? ''}`}>
      Mail unknown
    </Tag>
  )
}

function NotReadSince({ state: { ReadFailedOn, ReadFailure } }: { state: ErpStanding }) {
  return (
    <Tag kind="warn" says={`Not read since ${moment(ReadFailedOn)}: ${ReadFailure ?? ''}`}>
      Not read
    </Tag>
  )
}

interface InErpProps {
  /** Absent for those who are not told it. */
  state: ErpStanding | null | undefined
  /** The page of the document in the ERP. */
  address: string | null | undefined
}

/** The way to the document in the ERP, or a hyphen, and its state. */
export function InErpCell({ state, address }: InErpProps) {
  return (
    <Inline>
      <span>
        <ErpLink href={address} />
      </span>
      {state && <ErpState state={state} />}
    </Inline>
  )
}

/** The same where there may be no room for it on one line: the state goes below the way there, and neither is ever cut. */
export function InErpLines({ state, address }: InErpProps) {
  const way = <ErpLink href={address} />
  if (!state) return way
  return (
    <NameAndFact
      name={<NameAndFact name={way} tag={state.ReadFailedOn && <NotReadSince state={state} />} />}
      tag={
        <Inline>
          <StateName state={state} />
          <MailUnknown state={state} />
        </Inline>
      }
    />
  )
}
