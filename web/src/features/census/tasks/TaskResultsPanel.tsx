/** What the matching found, in three tabs, and one more when there are warnings; it opens on the errors when there are any. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { panelTabs } from '../../../ui/panel/PanelTabs'
import { SidePanel } from '../../../ui/panel/SidePanel'
import { usePanelPlace, usePanels } from '../../../ui/panel/usePanels'
import type { RecordLine } from '../../../ui/table/RecordList'
import { taskPanelId } from '../addresses'
import { matchStory } from '../review/matching'
import { file as fileQuery, type CensusRecord } from '../queries'
import { whyLocked } from './recordForm'
import { errorsOf, recordName, rowFact, warningsOf } from './recordWords'
import { TaskRecords } from './TaskRecords'
import { useWarned } from './warnings'

type Tab = 'errors' | 'warnings' | 'matched' | 'unmatched'

const tabs: readonly { name: Tab; label: string }[] = [
  { name: 'errors', label: 'Errors' },
  { name: 'warnings', label: 'Warnings' },
  { name: 'matched', label: 'Matched Records' },
  { name: 'unmatched', label: 'Un-Matched Records' },
]

const empty: Readonly<Record<Tab, string>> = {
  errors: 'There were no errors matching members.',
  warnings: 'There were no warnings matching members.',
  matched: 'No records matched existing members.',
  unmatched: 'All records matched existing members.',
}

interface TaskResultsProps {
  fileId: number
  taskId: number
}

export function TaskResultsPanel({ fileId, taskId }: TaskResultsProps) {
  const can = useCan()
  const { close } = usePanelPlace()
  const { open } = usePanels()
  const { data } = useQuery(fileQuery(fileId))
  const [picked, setPicked] = useState<Tab>()
  const warned = useWarned(data ?? { Id: fileId, Tasks: [] }, 'match') ?? 0
  const task = data?.Tasks.find(({ Id }) => Id === taskId)
  const shown = tabs.filter(({ name }) => name !== 'warnings' || warned > 0 || picked === name)
  const tab = picked ?? (task && task.Data.RecordsWithErrorsCount > 0 ? 'errors' : 'matched')
  const mayChoose = can('EditCensus') && data !== undefined && whyLocked(data) === false
  const lineOf = (record: CensusRecord): RecordLine => ({
    id: record.RecordNumber,
    name: recordName(record),
    fact: rowFact(record),
    errors: errorsOf(record).slice(0, 1),
    warnings: warningsOf(record, 'match'),
    notes: record.EmployeeMatches.map(matchStory),
    action: mayChoose && (
      <Button
        small
        aria-label={`Choose Member for ${recordName(record)}, ${rowFact(record)}`}
        onClick={() => open('match', taskPanelId(fileId, taskId, record.RecordNumber))}
      >
        Choose Member
      </Button>
    ),
  })
  return (
    <SidePanel
      title="Task Results"
      context={task?.TaskName}
      tabs={panelTabs('Task Results', shown, tab, setPicked)}
      footer={<Button onClick={close}>Close</Button>}
    >
      {task && (
        <TaskRecords
          key={tab}
          fileId={fileId}
          taskId={taskId}
          filter={tab}
          label={tabs.find(({ name }) => name === tab)?.label ?? ''}
          empty={empty[tab]}
          line={lineOf}
        />
      )}
    </SidePanel>
  )
}
