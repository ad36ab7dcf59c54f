/** How a snapshot or an invoice stands in the ERP: its state in the server's words and colour, the way there, and a read that failed. */
import type { components } from '../../api/schema'
import { moment } from '../../lib/format/dates'
import { ErpLink } from '../../ui/action/ExternalLink'
import { Inline } from '../../ui/Stack'
import { Status } from '../../ui/value/StatusDot'
import { Tag } from '../../ui/value/Tag'

export type ErpStanding = components['schemas']['ErpStateView']

/** The state with its reason on hover, and a read that failed since. */
export function ErpState({ state }: { state: ErpStanding }) {
  return (
    <Inline>
      <span title={state.Message ?? undefined}>
        <Status name={state.Text} color={state.Color} />
      </span>
      {state.ReadFailedOn && (
        <Tag kind="warn" says={`Not read since ${moment(state.ReadFailedOn)}: ${state.ReadFailure ?? ''}`}>
          Not read
        </Tag>
      )}
    </Inline>
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
