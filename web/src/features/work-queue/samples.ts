/** Work as the tests answer it. */
import type { WorkItem, WorkKind } from './queries'

export function item(but: Partial<WorkItem> = {}): WorkItem {
  return {
    Record: 'CensusFile',
    Id: 1,
    EmployerId: 7,
    EmployerName: 'Bluefern Dental Partners',
    What: '3 errors',
    Why: 'roster.csv',
    Amount: null,
    DueOn: null,
    Fix: 'Fix Rows',
    ...but,
  }
}

export function kind(but: Partial<WorkKind> = {}): WorkKind {
  const { Items = [] } = but
  return {
    Kind: 'CensusErrors',
    Title: 'Census files with errors',
    Area: 'Census',
    IsBad: false,
    Count: Items.length,
    Amount: null,
    Items,
    ...but,
  }
}
