/** The id of the panels "Why this amount?" and "In the ERP": a group and a snapshot, `10-71`. Snapshots and invoices open it, a route draws it. */
import { recordId } from '../recordId'

export interface WhyPath {
  employerId: number
  snapshotId: number
}

export function whyPanelId({ employerId, snapshotId }: WhyPath): string {
  return `${employerId}-${snapshotId}`
}

/** Undefined for a text that is no such id. */
export function readWhyPanelId(id: string): WhyPath | undefined {
  const [employerId, snapshotId, ...rest] = id.split('-').map(recordId)
  return employerId === undefined || snapshotId === undefined || rest.length > 0
    ? undefined
    : { employerId, snapshotId }
}
