/** A census file in full: the pipeline of its tasks, one of them in detail, and at the right what is known of the file. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { date, moment } from '../../../lib/format/dates'
import { count, counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/state/Answered'
import { IconButton } from '../../../ui/action/Button'
import { Details } from '../../../ui/value/Details'
import { fileSize } from '../../../ui/fields/FileField'
import { IconPencil } from '../../../ui/icons'
import { MainAndRail } from '../../../ui/page/PageBody'
import { usePanels } from '../../../ui/panel/usePanels'
import { Pipeline } from '../../../ui/state/Pipeline'
import { Tag } from '../../../ui/value/Tag'
import { Widget } from '../../../ui/page/Widget'
import { BillEffectCard } from '../changeSet/BillEffect'
import { seesBill, useBillEffect } from '../changeSet/processing'
import { Questions } from '../asking/Questions'
import { Reading } from '../layout/Reading'
import { isJustMapped, leftOutText, mappedBy } from '../layout/layoutWords'
import { layout as layoutQuery } from '../layout/queries'
import { endingText } from '../changes'
import { file as fileQuery, type CensusFile, type CensusTask } from '../queries'
import styles from './FileDetail.module.css'
import { FileParts, useWhole } from './FileParts'
import { FileStatus } from './FileStatus'
import { LastRows } from './LastRows'
import { whyLocked } from '../tasks/recordForm'
import { DependentsLeftOut } from '../tasks/DependentsLeftOut'
import { TaskCard } from '../tasks/TaskCard'
import { UndoCard } from '../undo/UndoCard'
import { useWarned } from '../tasks/warnings'
import {
  effectiveText,
  explicitHelp,
  isProcessed,
  isSplit,
  rowsOf,
  stepState,
  taskKinds,
  taskLog,
  taskOfInterest,
  taskResult,
  taskStates,
} from '../words'

export function FileDetail({ id, inRow }: { id: number; inRow?: boolean }) {
  const query = useQuery(fileQuery(id))
  return (
    <Answered query={query} what="the file" flush={inRow === true}>
      {(file) => <LoadedFile file={file} inRow={inRow} />}
    </Answered>
  )
}

function LoadedFile({ file, inRow }: { file: CensusFile; inRow: boolean | undefined }) {
  const [picked, setPicked] = useState<number>()
  const chosen = picked ?? taskOfInterest(file)
  const task = file.Tasks.find(({ Task }) => Task === chosen)
  const warned = useWarned(file, 'match') ?? 0
  const leftOut = useLeftOut(file)
  const says = (one: CensusTask) => {
    if (one.Task === taskKinds.match && warned > 0) return `${taskResult(one)}, ${counted(warned, 'warning')}`
    return (mapsDone(one) && leftOut) || taskResult(one)
  }
  const steps = file.Tasks.map((one) => ({
    label: one.TaskName,
    state: mapsDone(one) && leftOut ? ('attention' as const) : stepState(one),
    says: says(one),
    isChosen: one.Task === chosen,
    onChoose: () => setPicked(one.Task),
  }))
  return (
    <MainAndRail
      inRow={inRow}
      main={
        <>
          <Pipeline label={`Tasks of ${file.OriginalFileName}`} steps={steps} />
          <UndoCard file={file} />
          {!isProcessed(file) && <Questions file={file} />}
          {!inRow && <DependentsLeftOut file={file} />}
          {task && <TaskCard key={task.Id} file={file} task={task} inRow={inRow} />}
          {!inRow && showsReading(file, chosen) && <Reading file={file} />}
          {!inRow && isSplit(file) && <FileParts file={file} />}
          {!inRow && <LastRows file={file} />}
          <TaskLog file={file} />
        </>
      }
      rail={
        <>
          <FileFacts file={file} />
          {!file.IsMultiGroup && <ExplicitFacts file={file} />}
          {/* To foresee it takes as long as the file is, so that a row of the list does not. */}
          {!inRow && <NextBill file={file} />}
        </>
      }
    />
  )
}

/** Whether it has mapped the columns. */
function mapsDone({ Task, State }: CensusTask): boolean {
  return (Task === taskKinds.map || Task === taskKinds.mapMultiGroup) && State === taskStates.done
}

/** Which columns are not read, as soon as that is known. */
function useLeftOut(file: CensusFile): string | undefined {
  const mapped = mappedBy(file)
  const { data } = useQuery({ ...layoutQuery(file.Id, mapped?.CompletedOn ?? ''), enabled: mapped !== undefined })
  return data?.Layout ? leftOutText(data.Layout) : undefined
}

/** How the file was understood stands with its mapping, and on the page until something comes of it. */
function showsReading(file: CensusFile, chosen: number | undefined): boolean {
  return chosen === taskKinds.map || chosen === taskKinds.mapMultiGroup || isJustMapped(file)
}

/** What the file does to the next bill, once it is inspected and as long as it is not processed. */
function NextBill({ file }: { file: CensusFile }) {
  const inspected = file.Tasks.find(({ Task, State }) => Task === taskKinds.inspect && State === taskStates.done)
  if (!inspected || isProcessed(file) || file.Undo) return null
  return <BillOf file={file} task={inspected} />
}

function BillOf({ file, task }: { file: CensusFile; task: CensusTask }) {
  const can = useCan()
  const effect = useBillEffect(file, task)
  return seesBill(file, can) && <BillEffectCard query={effect} why={whyLocked(file)} />
}

/** What has come to an end, the newest first. */
function TaskLog({ file }: { file: CensusFile }) {
  const log = taskLog(file)
  if (log.length === 0) return null
  return (
    <Widget title="Task log">
      <div className={styles.log}>
        <Details
          layout="beside"
          items={log.map(({ on, says }) => ({ id: `${on} ${says}`, term: moment(on), value: says }))}
        />
      </div>
    </Widget>
  )
}

function FileFacts({ file }: { file: CensusFile }) {
  const rows = rowsOf(file)
  const whole = useWhole(file)
  return (
    <Widget title="File Details">
      <Details
        items={[
          { term: 'Uploaded', value: moment(file.UploadDate) },
          { term: 'By', value: file.UploadedBy.FullName },
          { term: 'Status', value: <FileStatus file={file} /> },
          { term: 'Progress', value: `${count(file.CompletedTasks)} of ${count(file.Tasks.length)} tasks completed` },
          { term: 'Multi-Group', value: file.IsMultiGroup ? 'Yes' : 'No' },
          ...whole,
          {
            term: 'Global Effective Date',
            value: file.GlobalEffectiveDate ? date(file.GlobalEffectiveDate) : 'By the rule',
          },
          { term: 'Rows', value: rows > 0 && count(rows) },
          { term: 'Size', value: fileSize(file.Size) },
        ]}
      />
      {!file.GlobalEffectiveDate && <p>{effectiveText(file)}.</p>}
    </Widget>
  )
}

function ExplicitFacts({ file }: { file: CensusFile }) {
  const can = useCan()
  const { open } = usePanels()
  const on = file.EffectiveExplicitImport
  const source = file.ExplicitImport === null || file.ExplicitImport === undefined ? 'by the group' : 'for this file'
  return (
    <Widget
      title="Explicit import"
      beside={<Tag kind={on ? 'accent' : 'plain'}>{`${on ? 'On' : 'Off'} ${source}`}</Tag>}
      action={
        can('AdministerCensus') && (
          <IconButton small icon={IconPencil} label="Edit File" onClick={() => open('census-settings', file.Id)} />
        )
      }
    >
      <p>{on ? explicitHelp : 'Members who are absent from the census file stay as they are.'}</p>
      {on && !isProcessed(file) && endingText(file) && <p>{endingText(file)}</p>}
    </Widget>
  )
}
