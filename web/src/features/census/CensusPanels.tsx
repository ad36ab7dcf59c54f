/** The side panels of the census screens, by their names in the URL. */
import { panelId, Panels, type PanelKinds } from '../../ui/panel/Panels'
import { FileSettingsPanel } from './FileSettingsPanel'
import { GuardPanel } from './GuardPanel'
import { MappingPanel } from './MappingPanel'
import { MatchPanel } from './MatchPanel'
import { readIds } from './addresses'
import { ProcessPanel } from './ProcessPanel'
import { RecordPanel } from './RecordPanel'
import { ReUploadPanel, UploadPanel } from './UploadPanel'
import { TaskResultsPanel } from './TaskResultsPanel'
import { UndoPanel } from './UndoPanel'
import { ValidationPanel } from './ValidationPanel'

export function CensusPanels({ onProcessed }: { onProcessed?: () => void }) {
  const kinds: PanelKinds = {
    'census-upload': (id) => <UploadPanel employerId={panelId(id)} />,
    'census-reupload': (id) => <ReUploadPanel fileId={Number(id)} />,
    'census-settings': (id) => <FileSettingsPanel id={Number(id)} />,
    'census-guard': (id) => <GuardPanel id={Number(id)} />,
    'census-undo': (id) => <UndoPanel id={Number(id)} />,
    mapping: (id) => <MappingPanel {...taskOf(id)} />,
    match: (id) => <MatchPanel {...rowOf(id)} />,
    record: (id) => <RecordPanel {...rowOf(id)} />,
    process: (id) => <ProcessPanel ids={readIds(id)} onProcessed={onProcessed} />,
    validation: (id) => <ValidationPanel {...taskOf(id)} />,
    matches: (id) => <TaskResultsPanel {...taskOf(id)} />,
  }
  return <Panels kinds={kinds} />
}

function taskOf(id: string): { fileId: number; taskId: number } {
  const [fileId = 0, taskId = 0] = readIds(id)
  return { fileId, taskId }
}

function rowOf(id: string): { fileId: number; taskId: number; row: number } {
  const [fileId = 0, taskId = 0, row = 0] = readIds(id)
  return { fileId, taskId, row }
}
