/** What the validation found: the invalid records with every message, then the valid ones. */
import { Button } from '../../ui/Button'
import { PanelSection, SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'
import { errorsOf, recordName, rowFact } from './recordWords'
import { TaskRecords } from './TaskRecords'

export function ValidationPanel({ fileId, taskId }: { fileId: number; taskId: number }) {
  const { close } = usePanelPlace()
  return (
    <SidePanel title="Validation Results" footer={<Button onClick={close}>Close</Button>}>
      <PanelSection title="Invalid Records">
        <TaskRecords
          fileId={fileId}
          taskId={taskId}
          filter="errors"
          label="Invalid Records"
          empty="All data is valid!"
          line={(record) => ({
            id: record.RecordNumber,
            name: recordName(record),
            fact: rowFact(record),
            errors: errorsOf(record),
          })}
        />
      </PanelSection>
      <PanelSection title="Valid Records">
        <TaskRecords fileId={fileId} taskId={taskId} filter="valid" label="Valid Records" empty="No results to display." line={(record) => ({ id: record.RecordNumber, name: recordName(record), fact: rowFact(record) })} />
      </PanelSection>
    </SidePanel>
  )
}
