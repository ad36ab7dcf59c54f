/** The question before a row is left out of the import. */
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { IconUsers } from '../../../ui/icons'
import { censusKey, skipRecord, type CensusRecord } from '../queries'
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
    refresh: [censusKey],
    ...(onDone ? { onDone } : {}),
  })
}
