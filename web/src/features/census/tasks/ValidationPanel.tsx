/** What the validation found: the invalid records with every message, then the valid ones. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { PanelSection, SidePanel } from '../../../ui/panel/SidePanel'
import { usePanelPlace, usePanels } from '../../../ui/panel/usePanels'
import { taskPanelId } from '../addresses'
import { file as fileQuery, type CensusRecord } from '../queries'
import { whyLocked } from './recordForm'
import { errorsOf, recordName, rowFact, warningsOf } from './recordWords'
import { TaskRecords } from './TaskRecords'

export function ValidationPanel({ fileId, taskId }: { fileId: number; taskId: number }) {
  const { close } = usePanelPlace()
  const { open } = usePanels()
  const can = useCan()
  const { data: file } = useQuery(fileQuery(fileId))
  const mayFix = can('EditCensus') && file !== undefined && whyLocked(file) === false
  const fix = (record: CensusRecord) =>
    mayFix && (
      <Button
        small
        aria-label={`Fix Record ${recordName(record)}, ${rowFact(record)}`}
        onClick={() => open('record', taskPanelId(fileId, taskId, record.RecordNumber))}
      >
        Fix Record
      </Button>
    )
  const plain = (record: CensusRecord) => ({
    id: record.RecordNumber,
    name: recordName(record),
    fact: rowFact(record),
    action: fix(record),
  })
  return (
    <SidePanel title="Validation Results" footer={<Button onClick={close}>Close</Button>}>
      <PanelSection title="Invalid Records">
        <TaskRecords
          fileId={fileId}
          taskId={taskId}
          filter="errors"
          label="Invalid Records"
          empty="All data is valid!"
          line={(record) => ({ ...plain(record), errors: errorsOf(record) })}
        />
      </PanelSection>
      <PanelSection title="Valid Records">
        <TaskRecords
          fileId={fileId}
          taskId={taskId}
          filter="valid"
          label="Valid Records"
          empty="No results to display."
          line={(record) => ({ ...plain(record), warnings: warningsOf(record, 'validate') })}
        />
      </PanelSection>
      <PanelSection title="Skipped Records">
        <TaskRecords
          fileId={fileId}
          taskId={taskId}
          filter="skipped"
          label="Skipped Records"
          empty="No results to display."
          line={plain}
        />
      </PanelSection>
    </SidePanel>
  )
}
