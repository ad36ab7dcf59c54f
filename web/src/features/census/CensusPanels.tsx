/** The side panels of the census screens, by their names in the URL. */
import { panelId, Panels, type PanelKinds } from '../../ui/panel/Panels'
import { FileSettingsPanel } from './FileSettingsPanel'
import { MappingPanel } from './MappingPanel'
import { readIds } from './addresses'
import { ProcessPanel } from './ProcessPanel'
import { ReUploadPanel, UploadPanel } from './UploadPanel'
import { TaskResultsPanel } from './TaskResultsPanel'
import { ValidationPanel } from './ValidationPanel'

export function CensusPanels({ onProcessed }: { onProcessed?: () => void }) {
  const kinds: PanelKinds = {
    'census-upload': (id) => <UploadPanel employerId={panelId(id)} />,
    'census-reupload': (id) => <ReUploadPanel fileId={Number(id)} />,
    'census-settings': (id) => <FileSettingsPanel id={Number(id)} />,
    mapping: (id) => <MappingPanel id={Number(id)} />,
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
