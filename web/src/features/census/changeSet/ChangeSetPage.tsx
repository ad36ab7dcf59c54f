/**
 * What a file will change, or has changed: every row with its kind and its fields, old beside new; above them the guard and the effect
 * on the next bill. Rows can be left out; the file is then inspected again by itself, and after a row was edited by hand when asked.
 */
import { download } from '../../../api/downloads'
import { count, counted, moneyChange } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { BackToChecklist } from '../../../shared/setup/BackToChecklist'
import { AddressButton, Button } from '../../../ui/action/Button'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { MemberLink } from '../../../ui/action/RowLink'
import { IconDownload, IconPencil, IconPlayerPlay, IconRefresh } from '../../../ui/icons'
import type { Column, RowAction } from '../../../ui/list/columns'
import { ListPage } from '../../../ui/list/ListPage'
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { ProgressBar } from '../../../ui/state/ProgressBar'
import { fileAddress, processId, taskPanelId } from '../addresses'
import { Questions } from '../asking/Questions'
import { useLook } from '../asking/seen'
import { CensusPanels } from '../CensusPanels'
import { changeTabs, importParts, memberOf, stoodAlready, summaryNumber, type ChangeTab } from '../changes'
import { DependentsLeftOut } from '../tasks/DependentsLeftOut'
import { FileResultNote } from '../file/FileResultNote'
import { LeavingWarnings } from '../tasks/LeavingWarnings'
import { MatchWarnings } from '../review/MatchWarnings'
import type { CensusChange } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { TaskOfFile, type TaskPageProps } from '../tasks/TaskOfFile'
import { TerminationGuard, UnknownRows } from '../guard/TerminationGuard'
import {
  changesTitle,
  fileErrors,
  groupName,
  hasChanged,
  hasWritten,
  isPartlyDone,
  isProcessed,
  progressNoun,
  taskKinds,
  taskStates,
} from '../words'
import { BillEffectCard } from './BillEffect'
import styles from './ChangeSet.module.css'
import { mayInspect } from './inspecting'
import { stepBefore } from './stepBefore'
import { KindTabs, useKind } from './KindTabs'
import { changePage, changesHref, skippedKind } from './queries'
import { seesBill, useBillEffect, whyNotProcessed } from './processing'
import { useSkipping } from './skipping'
import { KindTag, WhatChanges } from './WhatChanges'

export function ChangeSetPage({ id }: { id: number | undefined }) {
  return (
    <TaskOfFile id={id} kind="inspect" none="This file has no change set">
      {(of) => <Changes {...of} />}
    </TaskOfFile>
  )
}

const perMonth: Column<CensusChange> = {
  key: 'PerMonth',
  title: 'Per month',
  kind: 'money',
  cell: ({ PerMonth }) => typeof PerMonth === 'number' && moneyChange(PerMonth),
}

const columns = (inPart: boolean, name: Column<CensusChange>['cell']): readonly Column<CensusChange>[] => [
  { key: 'Row', title: 'Row', kind: 'count', cell: ({ RecordNumber }) => RecordNumber && count(RecordNumber) },
  { key: 'Member', title: 'Member', kind: 'name', cell: name },
  { key: 'Kind', title: 'Kind', kind: 'status', cell: (row) => <KindTag row={row} inPart={inPart} /> },
  { key: 'Changes', title: 'Field: old → new', size: 'large', wraps: true, cell: (row) => <WhatChanges row={row} /> },
]

function Changes({ file, task }: TaskPageProps) {
  const can = useCan()
  const tabs = changeTabs(file)
  const named = useKind()
  // The last row of a kind may be gone; while the file is inspected again nobody knows.
  const kind = task.State === taskStates.done && !tabs.some((tab) => tab.kind === named) ? undefined : named
  const { open } = usePanels()
  useLook(file, task)
  const skipping = useSkipping(file, task)
  const isOpen = whyLocked(file) === false
  const inPart = isPartlyDone(file)
  const mayEdit = can('EditCensus') && isOpen
  const group = can('ViewMembers') ? file.EmployerGroup?.Id : undefined
  const name = (row: CensusChange) => (
    <MemberLink group={group} id={row.EmployeeId}>
      <span className={row.Kind === skippedKind ? styles.skipped : undefined}>{memberOf(row)}</span>
    </MemberLink>
  )
  const shown = columns(inPart, name)
  const edit = (row: CensusChange): RowAction[] =>
    mayEdit && row.RecordNumber && !row.IsDone
      ? [
          {
            label: 'Edit',
            icon: IconPencil,
            edits: true,
            run: () => open('record', taskPanelId(file.Id, task.Id, row.RecordNumber ?? undefined)),
          },
        ]
      : []
  return (
    <>
      <ListPage
        title={changesTitle(file)}
        crumbs={[
          { label: 'Census Files', to: '/census-files' },
          { label: file.OriginalFileName, to: fileAddress(file.Id) },
        ]}
        ofPage={['kind']}
        listKey="census-changes"
        noun="changes"
        list={changePage(file.Id, task.Id, kind, task.CompletedOn ?? '')}
        defaults={{ PerPage: 25, OrderBy: 'RecordNumber' }}
        columns={seesBill(file, can) && !hasChanged(file) ? [...shown, perMonth] : shown}
        rowId={(row) => row.RecordNumber ?? `absent ${row.EmployeeId}`}
        rowName={memberOf}
        {...(mayEdit ? { rowActions: edit } : {})}
        {...(mayEdit ? { selection: skipping.selection(kind) } : {})}
        actions={
          <Actions file={file} task={task} kind={kind} inspecting={skipping.busy} onInspect={skipping.inspect} />
        }
        above={
          <Above file={file} task={task} tabs={tabs} kind={kind} keepAll={mayEdit ? skipping.keepAll : undefined} />
        }
        empty="No results to display."
        narrow={(row) => ({
          title: name(row),
          status: <KindTag row={row} inPart={inPart} />,
          facts: [<WhatChanges key="changes" row={row} />],
          end: perMonth.cell(row),
        })}
      />
      <CensusPanels />
    </>
  )
}

interface AboveProps extends TaskPageProps {
  tabs: readonly ChangeTab[]
  kind: string | undefined
  /** Keeps every absent member. */
  keepAll: (() => void) | undefined
}

function Above({ file, task, tabs, kind, keepAll }: AboveProps) {
  const can = useCan()
  const effect = useBillEffect(file, task)
  const locked = whyLocked(file)
  const isUndone = Boolean(file.Undo)
  const { EmployerGroup: group } = file
  const busy = file.CurrentTask && file.Tasks.find(({ Id }) => Id === file.CurrentTask?.Id)
  return (
    <div className={styles.above}>
      <div className={styles.stack}>
        <span className={styles.why}>
          {groupName(file)} · {file.OriginalFileName} · explicit import {file.EffectiveExplicitImport ? 'on' : 'off'}
        </span>
        {group && <BackToChecklist employerId={group.Id} group={group.Name} />}
        {busy && (
          <ProgressBar
            label={busy.TaskName}
            done={busy.Done}
            total={busy.Total}
            noun={progressNoun(busy)}
            says={busy.TaskName}
          />
        )}
        {!busy && !isUndone && <StoppedBefore file={file} />}
        {!isUndone && <FileResultNote file={file} />}
        <StoodAlready file={file} />
        {isPartlyDone(file) && <span className={styles.why}>{importParts(file, true).join(' · ')}</span>}
        {locked === false && <TerminationGuard file={file} />}
        {!isProcessed(file) && <Questions file={file} />}
        {locked === false && <UnknownRows file={file} />}
        {locked === false && <ChangesOfIdentity task={task} />}
        <DependentsLeftOut file={file} />
        {locked === false && <LeavingWarnings file={file} />}
        {locked === false && <MatchWarnings file={file} />}
        <KindTabs tabs={tabs} current={kind} />
        {kind === 'Absent' && keepAll && (
          <Button small onClick={keepAll}>
            Keep all {count(summaryNumber(task, 'Absent') ?? 0)}
          </Button>
        )}
      </div>
      {seesBill(file, can) && !isProcessed(file) && !isUndone && <BillEffectCard query={effect} why={locked} />}
    </div>
  )
}

/** Rows that replace the identity of a member; they come first. */
function ChangesOfIdentity({ task }: Pick<TaskPageProps, 'task'>) {
  const number = summaryNumber(task, 'ReplacesIdentity') ?? 0
  if (number === 0) return null
  return (
    <Note kind="warn" title={`${counted(number, 'row')} ${number === 1 ? 'replaces' : 'replace'} who a member is.`}>
      Two of name, date of birth and unique ID become others. They stand before all other rows: check whether each is
      the same person.
    </Note>
  )
}

/** A list that was processed twice: the second one has changed nobody, or only whom the first one did not name. */
function StoodAlready({ file }: Pick<TaskPageProps, 'file'>) {
  const number = stoodAlready(file)
  if (number === 0) return null
  return (
    <Note>
      {hasWritten(file)
        ? `${count(number)} more of what this file says stood on the roster already.`
        : 'This file has changed nobody: all that it says stood on the roster already.'}
    </Note>
  )
}

/** A file that was processed and has found errors before its inspection: where they are mended. */
function StoppedBefore({ file }: Pick<TaskPageProps, 'file'>) {
  const next = file.NextTask
  if (!file.HasErrors || !next || next.Task >= taskKinds.inspect) return null
  return (
    <Note
      kind="bad"
      title={`The file stopped at ${next.TaskName}.`}
      action={
        <AddressButton small to={fileAddress(file.Id)}>
          Open File
        </AddressButton>
      }
    >
      {fileErrors(file).join(' ')}
    </Note>
  )
}

interface ActionsProps extends TaskPageProps {
  kind: string | undefined
  inspecting: boolean
  onInspect: () => void
}

/** A disabled button has its reason beside it, in words. */
function Actions({ file, task, kind, inspecting, onInspect }: ActionsProps) {
  const can = useCan()
  const { open } = usePanels()
  const effect = useBillEffect(file, task)
  const exports = kind !== skippedKind && (
    <DownloadButton get={() => download(changesHref(file.Id, task.Id, kind))} icon={IconDownload}>
      {hasChanged(file) ? 'Export changes' : 'Export preview'}
    </DownloadButton>
  )
  if (!can('EditCensus')) return exports
  const why = whyNotProcessed(file, task, effect)
  const next = stepBefore(file)
  return (
    <>
      {exports}
      {why && <span className={styles.reason}>{why}</span>}
      {mayInspect(file) && (
        <Button icon={IconRefresh} busy={inspecting} onClick={onInspect}>
          Run inspection
        </Button>
      )}
      {next && (
        <AddressButton kind="primary" to={next.to} panel={next.panel}>
          {next.label}
        </AddressButton>
      )}
      <Button
        kind={next ? 'plain' : 'primary'}
        icon={IconPlayerPlay}
        disabled={why !== undefined}
        onClick={() => open('process', processId([file.Id]))}
      >
        Process
      </Button>
    </>
  )
}
