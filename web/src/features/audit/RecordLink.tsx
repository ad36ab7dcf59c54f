/** The record of an entry by its name, with the way to it. */
import { AddressLink } from '../../ui/action/RowLink'
import { recordAddress } from './addresses'
import type { AuditEntry } from './queries'
import { recordName } from './words'

export function RecordLink({ entry }: { entry: AuditEntry }) {
  const address = recordAddress(entry)
  return address ? <AddressLink {...address}>{recordName(entry)}</AddressLink> : recordName(entry)
}
