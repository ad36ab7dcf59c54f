/** Where things stand in the URL: the pages, and the ids of the panels, which are several numbers in one text. */

export function fileAddress(id: number): string {
  return `/census-files/${id}`
}

/** What a file will change, the rows to fix in it, and its matches. */
export function filePart(id: number, part: 'changes' | 'fix' | 'review'): string {
  return `${fileAddress(id)}/${part}`
}

export function groupAddress(id: number): string {
  return `/employers/${id}`
}

/** A panel about a task of a file, or about one row of it. */
export function taskPanelId(fileId: number, taskId: number, row?: number): string {
  return row === undefined ? `${fileId}-${taskId}` : `${fileId}-${taskId}-${row}`
}

/** The panel that processes some files. */
export function processId(ids: readonly number[]): string {
  return ids.join('-')
}

/** The numbers of an id; whatever is no number is left out. */
export function readIds(id: string): number[] {
  return id
    .split('-')
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0)
}
