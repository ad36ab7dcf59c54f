/** What "Why this amount?" reads. Its keys stand below those of snapshots, so that a change to one refreshes it. */
import { api, value } from '../../../../api/client'
import { addressOf } from '../../../../api/downloads'
import type { components } from '../../../../api/schema'
import type { Pages, Query } from '../../../../lib/query'
import type { WhyPath } from '../../../../lib/billing/whyPanel'
import { snapshotsKey } from '../../../../shared/changes'

export type Why = components['schemas']['WhyView']
export type Cause = components['schemas']['CauseView']
export type WhyMember = components['schemas']['WhyMemberView']
export type Source = components['schemas']['SourceView']

const whyKey = ({ employerId, snapshotId }: WhyPath) => [...snapshotsKey, employerId, snapshotId, 'why']

export function why(path: WhyPath): Query<Why> {
  return {
    queryKey: whyKey(path),
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/billing/{employerId}/snapshots/{snapshotId}/why', { params: { path }, signal })),
  }
}

/** Whose part of the amount is asked for: that of a cause, of a line, or everybody's. */
export type Part = { Cause: string } | { LineId: number } | Record<string, never>

export function membersOf(path: WhyPath, part: Part, term: string): Pages<WhyMember> {
  return {
    queryKey: [...whyKey(path), 'members', part, term],
    page: (wanted, signal) => {
      const query = { ...part, ...wanted, ...(term ? { Term: term } : {}) }
      return value(
        api.GET('/api/v1/billing/{employerId}/snapshots/{snapshotId}/why/members', { params: { path, query }, signal }),
      )
    },
  }
}

/** The comparison as a file. */
export function exportOf({ employerId, snapshotId }: WhyPath): string {
  return addressOf('/api/v1/billing/{employerId}/snapshots/{snapshotId}/why/export', { employerId, snapshotId })
}
