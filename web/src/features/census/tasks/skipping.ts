/** The question before a row is left out of the import. */
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { IconUsers } from '../../../ui/icons'
import { censusKey, skipRecord, skipRecords, type CensusRecord } from '../queries'
import { recordName, rowFact } from './recordWords'

export function askToSkip(fileId: number, taskId: number, record: CensusRecord, onDone?: () => void): void {
  confirmFirst({
    title: 'Skip Row',
    context: `${recordName(record)} · ${rowFact(record)}`,
    question: 'Leave this row out of the import?',
    next: [
      { icon: IconUsers, text: 'The file goes on without this row. Saving it in the record fixer brings it back.' },
    ],
    action: 'Skip Row',
    run: () => skipRecord(fileId, taskId, record.RecordNumber),
    saved: `${rowFact(record)} is left out of the import.`,
    offers: {
      label: 'Undo',
      undo: () => skipRecords(fileId, taskId, [record.RecordNumber], true),
      undone: `${rowFact(record)} is taken back in.`,
      refresh: [censusKey],
    },
    refresh: [censusKey],
    ...(onDone ? { onDone } : {}),
  })
}
