/** The question before a census file is deleted. */
import { momentDate } from '../../../lib/format/dates'
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { IconArrowBackUp, IconUsers } from '../../../ui/icons'
import { censusKey, deleteFile, type CensusFile } from '../queries'
import { fileNumber, groupName, statusText } from '../words'

export function askToDelete(file: CensusFile, onDone?: () => void): void {
  confirmFirst({
    title: 'Delete File',
    context: `${fileNumber(file)} · ${file.OriginalFileName}`,
    question: 'Are you sure you want to delete this census file?',
    facts: [
      { term: 'File', value: file.OriginalFileName },
      { term: 'Employer group', value: groupName(file) },
      { term: 'Status', value: statusText(file) },
      { term: 'Uploaded', value: `${momentDate(file.UploadDate)} by ${file.UploadedBy.FullName}` },
    ],
    next: [
      { icon: IconUsers, text: 'Members stay as they are: what the file has already changed is not taken back.' },
      ...(file.UndoableUntil ? [{ icon: IconArrowBackUp, text: 'A deleted file cannot be undone any more.' }] : []),
    ],
    action: 'Delete File',
    destroys: true,
    run: () => deleteFile(file.Id),
    refresh: [censusKey],
    saved: 'The file has been deleted successfully!',
    ...(onDone ? { onDone } : {}),
  })
}
