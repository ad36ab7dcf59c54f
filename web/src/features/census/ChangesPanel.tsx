/** What a file would do to each member, or has done: by kind, old beside new, with the guard on top where it holds the file. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure'
import { count } from '../../lib/money'
import { useCan } from '../../session/session'
import { Button } from '../../ui/Button'
import { ButtonRow } from '../../ui/ButtonRow'
import { EmptyState } from '../../ui/EmptyState'
import { PanelTabs } from '../../ui/panel/PanelTabs'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace, usePanels } from '../../ui/panel/usePanels'
import { RecordList } from '../../ui/RecordList'
import { taskPanelId } from './addresses'
import { FieldChanges } from './FieldChanges'
import { changeTabs, type ChangeTab } from './changes'
import { changes, file as fileQuery, type CensusChange, type CensusFile, type CensusTask } from './queries'
import { whyLocked } from './recordForm'
import { TerminationGuard } from './TerminationGuard'
import { taskKinds, taskStates } from './words'

/** So many are asked for at once; the server gives 1,000 at most. */
const step = 100
const most = 1000

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
      context={file && `${file.EmployerGroup?.Name ?? ''} · ${file.OriginalFileName} · explicit import ${file.EffectiveExplicitImport ? 'on' : 'off'}`}
      tabs={tab && <PanelTabs label="Kinds of changes" tabs={tabs} current={tab.name} onChoose={setPicked} />}
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
  const [limit, setLimit] = useState(step)
  const query = useQuery({ ...changes(file.Id, task.Id, tab.kind, limit), placeholderData: keepPreviousData })
  if (query.isPending) return <EmptyState title="Loading…" />
  if (query.isError) {
    return (
      <EmptyState failed title="The changes did not load." action={<Button small onClick={() => void query.refetch()}>Try again</Button>}>
        {failureMessage(query.error)}
      </EmptyState>
    )
  }
  const mayEdit = can('EditCensus') && whyLocked(file) === false
  const edit = ({ RecordNumber, LastName, FirstName }: CensusChange) =>
    mayEdit && RecordNumber ? (
      <Button small aria-label={`Edit ${FirstName} ${LastName}`} onClick={() => open('record', taskPanelId(file.Id, task.Id, RecordNumber))}>
        Edit
      </Button>
    ) : undefined
  const { Data, TotalRecords } = query.data
  const hidden = TotalRecords - Data.length
  return (
    <>
      <RecordList
        label={tab.label}
        empty="No results to display."
        records={Data.map((change, index) => ({
          id: change.RecordNumber ?? `absent ${change.EmployeeId ?? index}`,
          name: `${change.FirstName} ${change.LastName}`,
          fact: change.RecordNumber ? `Row ${count(change.RecordNumber)}` : 'Absent from the file',
          notes: [<FieldChanges key="fields" change={change} />, ...(change.Remark ? [change.Remark] : [])],
          action: edit(change),
        }))}
      />
      {hidden > 0 && (
        <ButtonRow>
          <span>
            {count(Data.length)} of {count(TotalRecords)} are shown.
          </span>
          {limit < most && (
            <Button small busy={query.isFetching} onClick={() => setLimit(Math.min(most, limit + step))}>
              Show more
            </Button>
          )}
        </ButtonRow>
      )}
    </>
  )
}
