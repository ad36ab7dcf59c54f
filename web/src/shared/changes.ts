/** What is asked for again after a change that several features show. */

export const snapshotsKey = ['snapshots']

/** Snapshots are the invoices of the customers, so a change to one is a change to both. */
export const changedBySnapshots = [snapshotsKey, ['invoices']]
