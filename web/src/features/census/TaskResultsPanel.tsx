/** What the matching found, in three tabs; it opens on the errors when there are any. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { PanelTabs } from '../../ui/panel/PanelTabs'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'
import { file as fileQuery, type CensusRecord } from './queries'
import { errorsOf, recordName, rowFact } from './recordWords'
import { TaskRecords } from './TaskRecords'

type Tab = 'errors' | 'matched' | 'unmatched'

const tabs: readonly { name: Tab; label: string }[] = [
  { name: 'errors', label: 'Errors' },
  { name: 'matched', label: 'Matched Records' },
  { name: 'unmatched', label: 'Un-Matched Records' },
]

const empty: Readonly<Record<Tab, string>> = {
  errors: 'There were no errors matching members.',
  matched: 'No records matched existing members.',
  unmatched: 'All records matched existing members.',
}

export function TaskResultsPanel({ fileId, taskId }: { fileId: number; taskId: number }) {
  const { close } = usePanelPlace()
  const { data } = useQuery(fileQuery(fileId))
  const [picked, setPicked] = useState<Tab>()
  const task = data?.Tasks.find(({ Id }) => Id === taskId)
  const tab = picked ?? (task && task.Data.RecordsWithErrorsCount > 0 ? 'errors' : 'matched')
  return (
    <SidePanel title="Task Results" context={task?.TaskName} tabs={<PanelTabs label="Task Results" tabs={tabs} current={tab} onChoose={setPicked} />} footer={<Button onClick={close}>Close</Button>}>
      {task && <TaskRecords key={tab} fileId={fileId} taskId={taskId} filter={tab} label={tabs.find(({ name }) => name === tab)?.label ?? ''} empty={empty[tab]} line={lineOf} />}
    </SidePanel>
  )
}

function lineOf(record: CensusRecord) {
  return {
    id: record.RecordNumber,
    name: recordName(record),
    fact: rowFact(record),
    errors: errorsOf(record).slice(0, 1),
    notes: (record.EmployeeMatches ?? []).map((match) => `${match.EmployeeFirstName} ${match.EmployeeLastName} · ${match.MatchTypeFormatted}`),
  }
}
