/** What is asked for again after a change that several features show. */

export const snapshotsKey = ['snapshots']

/** What waits for the user, on the start page and beside the entries of the navigation. */
export const workQueueKey = ['work queue']

/** Snapshots are the invoices of the customers, so a change to one is a change to both. */
export const changedBySnapshots = [snapshotsKey, ['invoices'], workQueueKey]
