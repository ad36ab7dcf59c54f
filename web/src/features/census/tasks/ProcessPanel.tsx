/** The confirmation before files are processed: which are taken, which are ignored, and how each takes effect. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { count, counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/state/Answered'
import { Button } from '../../../ui/action/Button'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { PanelSection } from '../../../ui/panel/SidePanel'
import { usePanels } from '../../../ui/panel/usePanels'
import { PagedRecords } from '../../../ui/table/PagedRecords'
import { RecordList, type RecordLine } from '../../../ui/table/RecordList'
import { ineligible, isTaken, nothingEligible, whyIgnored } from './eligibility'
import { filePart, taskPanelId } from '../addresses'
import { stopsAtChanges, waitsForLook } from '../asking/seen'
import { importParts, memberOf } from '../changes'
import { changePages } from '../changeSet/queries'
import { KindTag, WhatChanges } from '../changeSet/WhatChanges'
import { DependentsLeftOut } from './DependentsLeftOut'
import { LeavingWarnings } from './LeavingWarnings'
import { MatchWarnings } from '../review/MatchWarnings'
import {
  censusKey,
  file as fileQuery,
  filesOf,
  processFiles,
  type CensusChange,
  type CensusFile,
  type CensusTask,
} from '../queries'
import {
  effectiveText,
  fileNumber,
  groupName,
  isPartlyDone,
  isStopped,
  taskKinds,
  taskResult,
  taskStates,
} from '../words'

/**
 * Has the page below read a file again of which the panel hears that its changes were not looked at: inspected anew meanwhile, it is looked
 * at there by now.
 */
function useReadAgain(files: readonly CensusFile[] | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    for (const one of files?.filter(waitsForLook) ?? [])
      void client.invalidateQueries({ queryKey: fileQuery(one.Id).queryKey, exact: true })
  }, [files, client])
}

interface ProcessPanelProps {
  ids: readonly number[]
  onProcessed?: (() => void) | undefined
}

export function ProcessPanel({ ids, onProcessed }: ProcessPanelProps) {
  // The list is read again when a file was edited in the panel above; the form only sends it.
  const query = useQuery(filesOf(ids))
  const [sent, setSent] = useState<readonly CensusFile[]>()
  // Once they are sent they are at work: until the panel is gone it shows what was chosen.
  const files = sent ?? query.data?.Data
  const taken = files?.filter(isTaken) ?? []
  useReadAgain(query.data?.Data)
  const navigate = useNavigate()
  // A single file is followed to what it will change, where it is processed once that was looked at.
  const looked = ids.length === 1 ? taken.find(stopsAtChanges) : undefined
  const show = looked && (() => void navigate({ to: filePart(looked.Id, 'changes') }))
  const onSaved = () => {
    onProcessed?.()
    show?.()
  }
  const form = useApiForm({
    key: `census process ${ids.join('-')}`,
    blank: {},
    save: async () => {
      setSent(files)
      try {
        return await processFiles(taken.map(({ Id }) => Id))
      } catch (error) {
        setSent(undefined)
        throw error
      }
    },
    refresh: [censusKey],
    saved: 'These files have been queued for processing.',
    onSaved,
  })
  return (
    <FormPanel
      form={form}
      stays={show !== undefined}
      title={ids.length === 1 ? 'Process File' : 'Process Files'}
      action={taken.length > 1 ? `Process ${counted(taken.length, 'file')}` : 'Process File'}
      readOnly={
        taken.length === 0 &&
        (query.data ? nothingEligible : query.isError ? 'The files did not load.' : 'Loading the files…')
      }
    >
      <Answered query={query} what="the files" flush>
        {({ Data }) => <Chosen taken={taken} ignored={(files ?? Data).filter((file) => !isTaken(file))} />}
      </Answered>
    </FormPanel>
  )
}

function Chosen({ taken, ignored }: { taken: readonly CensusFile[]; ignored: readonly CensusFile[] }) {
  const [shown, setShown] = useState<number>()
  const [only] = taken.length === 1 ? taken : []
  const file = only ?? taken.find(({ Id }) => Id === shown)
  return (
    <>
      {taken.length === 0 && <Note kind="warn">{nothingEligible}</Note>}
      {taken.length > 0 && ignored.length > 0 && <Note kind="warn">{ineligible(ignored.length)}</Note>}
      {taken.length > 0 && (
        <PanelSection title="What is processed">
          <p>
            The remaining tasks of each file run in order and stop at the first that finds errors. The import of its
            members begins once a person has looked at what the file will change.
          </p>
          <Files label="What is processed" files={taken} {...(only ? {} : { onMembers: setShown })} />
        </PanelSection>
      )}
      {taken.map((one) => (
        <LeavingWarnings key={one.Id} file={one} named={!only} />
      ))}
      {file && <DependentsLeftOut file={file} />}
      {file && <Members key={file.Id} file={file} named={!only} />}
      {ignored.length > 0 && (
        <PanelSection title="Ignored">
          <Files label="Ignored" files={ignored} isIgnored />
        </PanelSection>
      )}
    </>
  )
}

function inspectionOf({ Tasks }: CensusFile): CensusTask | undefined {
  return Tasks.find(({ Task, State }) => Task === taskKinds.inspect && State === taskStates.done)
}

/** What the import of an inspected file is going to do: `14 to create · 3 to update · 2 to end`; of one that was stopped, how much of it is done. */
function foreseen(file: CensusFile): string[] {
  if (!inspectionOf(file)) return ['What it changes is counted by the inspection, before anything is written.']
  const told = importParts(file, isPartlyDone(file))
  const stopped = file.Tasks.filter(isStopped).map((task) => `${taskResult(task)}: goes on there.`)
  return [...stopped, told.length > 0 ? told.join(' · ') : 'It changes no members.']
}

/** Whom the import of an inspected file makes and changes; each row can still be edited (rules.md#change-set). */
function Members({ file, named }: { file: CensusFile; named: boolean }) {
  const can = useCan()
  const { open } = usePanels()
  const task = inspectionOf(file)
  if (!task) return null
  const line = (row: CensusChange): RecordLine => ({
    id: row.RecordNumber ?? `absent ${row.EmployeeId}`,
    name: memberOf(row),
    fact: row.RecordNumber ? `Row ${count(row.RecordNumber)}` : undefined,
    notes: [
      <>
        <KindTag row={row} inPart={isPartlyDone(file)} /> <WhatChanges row={row} />
      </>,
    ],
    action: row.RecordNumber && !row.IsDone && can('EditCensus') && (
      <Button
        small
        aria-label={`Edit ${memberOf(row)}`}
        onClick={() => open('record', taskPanelId(file.Id, task.Id, row.RecordNumber ?? undefined))}
      >
        Edit
      </Button>
    ),
  })
  return (
    <PanelSection title={named ? `Members of ${groupName(file)}` : 'Members'}>
      <MatchWarnings file={file} />
      <PagedRecords
        pages={changePages(file.Id, task.Id, task.CompletedOn ?? '')}
        what="the members"
        label="Members"
        empty="It changes no members."
        line={line}
      />
    </PanelSection>
  )
}

interface FilesProps {
  label: string
  files: readonly CensusFile[]
  isIgnored?: boolean
  /** Shows the members of a file. */
  onMembers?: (id: number) => void
}

function Files({ label, files, isIgnored = false, onMembers }: FilesProps) {
  const can = useCan()
  const { open } = usePanels()
  return (
    <RecordList
      label={label}
      empty=""
      records={files.map((file) => ({
        id: file.Id,
        name: groupName(file),
        fact: `${fileNumber(file)} · ${file.OriginalFileName}`,
        notes: isIgnored
          ? [whyIgnored(file)]
          : [
              ...foreseen(file),
              `Next: ${file.NextTask?.TaskName ?? ''} · Explicit import ${file.EffectiveExplicitImport ? 'on' : 'off'}${(file.ExplicitImport ?? null) === null ? ' (group setting)' : ''} · ${effectiveText(file)}`,
              onMembers && inspectionOf(file) && (
                <Button kind="quiet" small onClick={() => onMembers(file.Id)}>
                  Show members
                </Button>
              ),
            ],
        action: !isIgnored && can('AdministerCensus') && (
          <Button small aria-label={`Edit ${fileNumber(file)}`} onClick={() => open('census-settings', file.Id)}>
            Edit
          </Button>
        ),
      }))}
    />
  )
}
