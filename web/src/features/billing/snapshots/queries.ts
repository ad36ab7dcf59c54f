/** What the snapshots' screens read and write. */
import { partialMatchKey, type QueryFilters } from '@tanstack/react-query'
import { api, done, value } from '../../../api/client'
import { listCsv } from '../../../api/downloads'
import { listQuery } from '../../../api/list'
import type { components } from '../../../api/schema'
import { billFilter } from '../../../lib/billing/billFilters'
import { membersUpTo, noMembers, type BilledConsult, type BilledEmployee } from '../../../lib/billing/billedLines'
import type { ListParams, Page } from '../../../lib/list'
import type { Listing } from '../../../lib/listing'
import { billingPeriod, type Month } from '../../../lib/format/months'
import type { Pages, Query } from '../../../lib/query'
import { changedBySnapshots, snapshotsKey } from '../../../shared/changes'

export type Snapshot = components['schemas']['SnapshotView']
export type PlanChoice = components['schemas']['PlanView']

/** The same once a snapshot is deleted, but for what is known of itself: nobody can be told that any more. */
export function changedByDeleting({ EmployerId, Id }: Pick<Snapshot, 'EmployerId' | 'Id'>): readonly QueryFilters[] {
  const own = [...snapshotsKey, EmployerId, Id]
  return changedBySnapshots.map((queryKey) => ({
    queryKey,
    predicate: (query) => !partialMatchKey(query.queryKey, own),
  }))
}

function snapshotQuery(params: ListParams) {
  const { erp } = params.Filters
  return {
    ...listQuery(params),
    ...billFilter(params.Filters),
    ...(erp ? { ErpStates: [...erp] } : {}),
    MembersUpTo: noMembers,
  }
}

/** The list as a file. */
export function snapshotCsv(employerId: number) {
  return listCsv('/api/v1/billing/{employerId}/snapshots/as-csv', { employerId }, snapshotQuery)
}

function snapshotList(employerId: number): (params: ListParams) => Query<Page<Snapshot>> {
  return (params) => ({
    queryKey: [...snapshotsKey, 'list', employerId, params],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/snapshots', {
          params: {
            path: { employerId },
            query: snapshotQuery(params),
          },
          signal,
        }),
      ),
  })
}

/** That list on its page. */
export function snapshotListing(employerId: number): Listing<Snapshot> {
  return {
    listKey: 'snapshots',
    list: snapshotList(employerId),
    defaults: { PerPage: 25, OrderBy: 'InvoicePeriodEndDate', OrderDesc: true },
  }
}

/** One snapshot with the employees of its lines, but for the long ones. */
export function snapshot(employerId: number, snapshotId: number): Query<Snapshot> {
  return {
    queryKey: [...snapshotsKey, employerId, snapshotId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/snapshots/{snapshotId}', {
          params: { path: { employerId, snapshotId }, query: { MembersUpTo: membersUpTo } },
          signal,
        }),
      ),
  }
}

/** The employees of one line whose names have a term. */
export function membersOfLine(
  { EmployerId: employerId, Id: snapshotId }: Snapshot,
  lineId: number,
  term: string,
): Pages<BilledEmployee> {
  return {
    queryKey: [...snapshotsKey, employerId, snapshotId, 'line', lineId, term],
    page: (wanted, signal) => {
      const path = { employerId, snapshotId, lineId }
      return value(
        api.GET('/api/v1/billing/{employerId}/snapshots/{snapshotId}/lines/{lineId}/members', {
          params: { path, query: { ...wanted, ...(term ? { Term: term } : {}) } },
          signal,
        }),
      )
    },
  }
}

/** The consults of one line whose numbers have a term. */
export function consultsOfLine(
  { EmployerId: employerId, Id: snapshotId }: Snapshot,
  lineId: number,
  term: string,
): Pages<BilledConsult> {
  return {
    queryKey: [...snapshotsKey, employerId, snapshotId, 'line', lineId, 'consults', term],
    page: (wanted, signal) => {
      const path = { employerId, snapshotId, lineId }
      return value(
        api.GET('/api/v1/billing/{employerId}/snapshots/{snapshotId}/lines/{lineId}/consults', {
          params: { path, query: { ...wanted, ...(term ? { Term: term } : {}) } },
          signal,
        }),
      )
    },
  }
}

/** The snapshots of a plan, newest first. */
export function planSnapshots(employerId: number, invoiceId: number): Query<readonly Snapshot[]> {
  return {
    queryKey: [...snapshotsKey, 'of plan', employerId, invoiceId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/invoices/{invoiceId}/snapshots', {
          params: { path: { employerId, invoiceId }, query: { MembersUpTo: noMembers } },
          signal,
        }),
      ),
  }
}

/** The latest snapshot of a plan, which may have none. */
export function latestSnapshot(employerId: number, planId: number): Query<Snapshot | null> {
  const { queryKey, queryFn } = snapshotList(employerId)({
    Page: 1,
    PerPage: 1,
    OrderBy: 'InvoicePeriodEndDate',
    OrderDesc: true,
    Term: '',
    Filters: { plan: [String(planId)] },
  })
  return { queryKey: [...queryKey, 'latest'], queryFn: async (asked) => (await queryFn(asked)).Data[0] ?? null }
}

/** The plans of a group, for the choice of one. */
export function planChoices(employerId: number): Query<readonly PlanChoice[]> {
  return {
    queryKey: ['plans', employerId, 'choices'],
    queryFn: async ({ signal }) =>
      (
        await value(
          api.GET('/api/v1/billing/{employerId}/invoices/search', { params: { path: { employerId } }, signal }),
        )
      ).Data,
  }
}

/** The same for a filter. */
export function planOptions(employerId: number): Query<readonly { value: string; label: string }[]> {
  const { queryKey, queryFn } = planChoices(employerId)
  return {
    queryKey: [...queryKey, 'options'],
    queryFn: async (context) => (await queryFn(context)).map(({ Id, Name }) => ({ value: String(Id), label: Name })),
  }
}

/** Makes the snapshot of a plan for a billing month; 0 says that no plan was chosen, which the server answers. */
export function createSnapshot(employerId: number, planId: number, month: Month): Promise<Snapshot> {
  const path = { employerId, invoiceId: planId }
  return value(
    api.POST('/api/v1/billing/{employerId}/invoices/{invoiceId}/snapshots', {
      params: { path },
      body: { EmployerId: employerId, InvoiceId: planId, ...billingPeriod(month) },
    }),
  )
}

/** Computes a snapshot anew with today's rates and rosters. */
export function regenerateSnapshot({ EmployerId, Id }: Snapshot): Promise<Snapshot> {
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/regenerate', {
      params: { path: { employerId: EmployerId, snapshotId: Id } },
    }),
  )
}

export function deleteSnapshot({ EmployerId, Id }: Snapshot): Promise<void> {
  return done(
    api.DELETE('/api/v1/billing/{employerId}/snapshots/{snapshotId}', {
      params: { path: { employerId: EmployerId, snapshotId: Id } },
    }),
  )
}

/** What a sync has heard of the payment. */
export type PaymentHeard = components['schemas']['PaymentView']

function pathOf({ EmployerId, Id }: Snapshot) {
  return { params: { path: { employerId: EmployerId, snapshotId: Id } } }
}

/** Creates the invoice of a snapshot in the ERP; asked twice, it is created once. */
export function createInvoice(row: Snapshot): Promise<Snapshot> {
  return value(api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/erp/invoice', pathOf(row)))
}

/**
 * Replaces the content of the invoice in the ERP by that of the snapshot. One that was changed there is replaced only at the version that was
 * looked at.
 */
export function updateInvoice(row: Snapshot, ReplaceRevision?: string): Promise<Snapshot> {
  const { path } = pathOf(row).params
  const query = ReplaceRevision === undefined ? {} : { ReplaceRevision }
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/erp/invoice/line-items', { params: { path, query } }),
  )
}

/** Keeps the invoice as it was changed in the ERP, at the version that was looked at. */
export function keepInvoice(row: Snapshot, Revision: string): Promise<Snapshot> {
  const { path } = pathOf(row).params
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/erp/keep', { params: { path, query: { Revision } } }),
  )
}

/** Records whether the invoice was mailed, where the ERP has not told. One that was not is mailed now. */
export function settleMail(row: Snapshot, IsMailed: boolean): Promise<Snapshot> {
  const { path } = pathOf(row).params
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/erp/mail-outcome', {
      params: { path, query: { IsMailed } },
    }),
  )
}

/** Asks the ERP how much of the invoice is paid. */
export function syncPayment(row: Snapshot): Promise<PaymentHeard> {
  return value(api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/sync-status', pathOf(row)))
}
