/** The side panels of the census screens, by their names in the URL. */
import type { ReactNode } from 'react'
import { recordId } from '../../lib/recordId'
import { useCan } from '../../session/session'
import { NoRecordPanel, ofRecord, ofRecordOrNew } from '../../ui/panel/ofRecord'
import { Panels, type PanelKinds } from '../../ui/panel/Panels'
import { FileSettingsPanel } from './file/FileSettingsPanel'
import { GuardPanel } from './guard/GuardPanel'
import { MappingPanel } from './tasks/MappingPanel'
import { MatchPanel } from './review/MatchPanel'
import { readIds } from './addresses'
import { GroupIdsPanel } from './asking/GroupIdsPanel'
import { LeftOutPanel } from './asking/LeftOutPanel'
import { ProcessPanel } from './tasks/ProcessPanel'
import { RecordPanel } from './tasks/RecordPanel'
import { ReUploadPanel, UploadPanel } from './UploadPanel'
import { TaskResultsPanel } from './tasks/TaskResultsPanel'
import { UndoPanel } from './undo/UndoPanel'
import { ValidationPanel } from './tasks/ValidationPanel'

const file = 'census file'

/** What only administrators have: others are given no form by its address either (rules.md#settings-of-a-file). */
const administration: PanelKinds = {
  'census-settings': ofRecord(file, (id) => <FileSettingsPanel id={id} />),
  'census-guard': ofRecord(file, (id) => <GuardPanel id={id} />),
  'census-undo': ofRecord(file, (id) => <UndoPanel id={id} />),
}

export function CensusPanels({ onProcessed }: { onProcessed?: () => void }) {
  const can = useCan()
  const kinds: PanelKinds = {
    'census-upload': ofRecordOrNew('group', (id) => <UploadPanel employerId={id} />),
    'census-reupload': ofRecord(file, (id) => <ReUploadPanel fileId={id} />),
    ...(can('AdministerCensus') && administration),
    'left-out': ofRecord(file, (id) => <LeftOutPanel id={id} />),
    'group-ids': ofTask((task) => <GroupIdsPanel {...task} />),
    mapping: ofTask((task) => <MappingPanel {...task} />),
    match: ofRow((row) => <MatchPanel {...row} />),
    record: ofRow((row) => <RecordPanel {...row} />),
    process: ofFiles((ids) => <ProcessPanel ids={ids} onProcessed={onProcessed} />),
    validation: ofTask((task) => <ValidationPanel {...task} />),
    matches: ofTask((task) => <TaskResultsPanel {...task} />),
  }
  return <Panels kinds={kinds} />
}

/** A panel about some files, `7-8`. */
function ofFiles(draw: (ids: number[]) => ReactNode): (id: string) => ReactNode {
  return (id) => {
    const ids = readIds(id)
    return ids.length === 0 ? <NoRecordPanel what={file} /> : draw(ids)
  }
}

interface Task {
  fileId: number
  taskId: number
}

/** A panel about a task of a file, `7-71`. */
function ofTask(draw: (task: Task) => ReactNode): (id: string) => ReactNode {
  return (id) => {
    const [fileId, taskId, ...rest] = id.split('-').map(recordId)
    return fileId === undefined || taskId === undefined || rest.length > 0 ? (
      <NoRecordPanel what={file} />
    ) : (
      draw({ fileId, taskId })
    )
  }
}

/** A panel about one row of such a task, `7-71-2`. */
function ofRow(draw: (row: Task & { row: number }) => ReactNode): (id: string) => ReactNode {
  return (id) => {
    const [fileId, taskId, row, ...rest] = id.split('-').map(recordId)
    return fileId === undefined || taskId === undefined || row === undefined || rest.length > 0 ? (
      <NoRecordPanel what="row of a census file" />
    ) : (
      draw({ fileId, taskId, row })
    )
  }
}
