/** What a file would do to each member, or has done: by kind, old beside new, with the guard on top where it holds the file. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../lib/money'
import { useCan } from '../../session/session'
import { Button } from '../../ui/Button'
import { PagedRecords } from '../../ui/PagedRecords'
import { panelTabs } from '../../ui/panel/PanelTabs'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace, usePanels } from '../../ui/panel/usePanels'
import { taskPanelId } from './addresses'
import { FieldChanges } from './FieldChanges'
import { changeTabs, type ChangeTab } from './changes'
import { changes, file as fileQuery, type CensusChange, type CensusFile, type CensusTask } from './queries'
import { whyLocked } from './recordForm'
import { TerminationGuard } from './TerminationGuard'
import { fileContext, taskKinds, taskStates } from './words'

export function ChangesPanel({ fileId, taskId }: { fileId: number; taskId: number }) {
  const { close } = usePanelPlace()
  const { data: file } = useQuery(fileQuery(fileId))
  const [picked, setPicked] = useState<string>()
  const task = file?.Tasks.find(({ Id }) => Id === taskId)
  const tabs = file ? changeTabs(file) : []
  const tab = tabs.find(({ name }) => name === picked) ?? tabs[0]
  const done = file?.Tasks.some(({ Task, State }) => Task === taskKinds.process && State === taskStates.done)
  return (
    <SidePanel
      title={done ? 'What this file has changed' : 'What this file will change'}
      context={file && `${fileContext(file)} · explicit import ${file.EffectiveExplicitImport ? 'on' : 'off'}`}
      tabs={tab && panelTabs('Kinds of changes', tabs, tab.name, setPicked)}
      footer={<Button onClick={close}>Close</Button>}
    >
      {file && !done && <TerminationGuard file={file} />}
      {file && task && tab && <Changes key={tab.name} file={file} task={task} tab={tab} />}
    </SidePanel>
  )
}

function Changes({ file, task, tab }: { file: CensusFile; task: CensusTask; tab: ChangeTab }) {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditCensus') && whyLocked(file) === false
  const edit = ({ RecordNumber, LastName, FirstName }: CensusChange) =>
    mayEdit && RecordNumber ? (
      <Button small aria-label={`Edit ${FirstName} ${LastName}`} onClick={() => open('record', taskPanelId(file.Id, task.Id, RecordNumber))}>
        Edit
      </Button>
    ) : undefined
  return (
    <PagedRecords
      pages={changes(file.Id, task.Id, tab.kind)}
      what="the changes"
      label={tab.label}
      empty="No results to display."
      line={(change, index) => ({
        id: change.RecordNumber ?? `absent ${change.EmployeeId ?? index}`,
        name: `${change.FirstName} ${change.LastName}`,
        fact: change.RecordNumber ? `Row ${count(change.RecordNumber)}` : 'Absent from the file',
        notes: [<FieldChanges key="fields" change={change} />, ...(change.Remark ? [change.Remark] : [])],
        action: edit(change),
      })}
    />
  )
}
