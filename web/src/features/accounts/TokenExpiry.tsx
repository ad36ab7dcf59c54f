/** Tokens that have expired, or will within a week: a tag for lists, and a note for panels. */
import { moment } from '../../lib/format/dates'
import { IconClock } from '../../ui/icons'
import { Note } from '../../ui/state/Note'
import { Tag } from '../../ui/value/Tag'
import type { Expiry } from './queries'

/** What the server tells of tokens; nothing while they are good for longer. */
export type Expiring = Expiry | null | undefined

/** What can be done about it. */
export const renewing = 'Refresh Token in the list of services renews it; one that has ended takes new tokens.'

export function ExpiryTag({ expiry }: { expiry: Expiring }) {
  if (!expiry) return null
  return (
    <Tag kind={expiry.IsOver ? 'bad' : 'warn'} icon={IconClock}>
      {expiry.Text}
    </Tag>
  )
}

export function ExpiryNote({ expiry, todo }: { expiry: Expiring; todo: string }) {
  if (!expiry) return null
  return (
    <Note kind={expiry.IsOver ? 'bad' : 'warn'} title={`${expiry.Text}.`}>
      {expiry.IsOver ? `It ended on ${moment(expiry.At)}.` : `It ends on ${moment(expiry.At)}.`} {todo}
    </Note>
  )
}
