/** The record of an entry by its name, with the way to it. */
import type { ReactNode } from 'react'
import { AddressLink } from '../../ui/action/RowLink'
import { recordAddress } from './addresses'
import type { AuditEntry } from './queries'
import { recordName } from './words'

export function RecordLink({ entry }: { entry: AuditEntry }) {
  const address = recordAddress(entry)
  return address ? <AddressLink {...address}>{recordName(entry)}</AddressLink> : recordName(entry)
}

/** What brought an entry about, with the way to it. */
export function CauseLink({ entry, children }: { entry: AuditEntry; children: ReactNode }) {
  const { Cause, CauseId, EmployerId } = entry
  const address = Cause && recordAddress({ Action: '', Subject: Cause, SubjectId: CauseId ?? null, EmployerId })
  return address ? <AddressLink {...address}>{children}</AddressLink> : children
}
