/** The confirmation before files are processed: which are taken, which are ignored, and how each takes effect. */
import { useQuery } from '@tanstack/react-query'
import { count, counted } from '../../lib/money'
import { useCan } from '../../session/session'
import { Answered } from '../../ui/Answered'
import { Button } from '../../ui/Button'
import { useApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/Note'
import { FormPanel } from '../../ui/panel/FormPanel'
import { PanelSection } from '../../ui/panel/SidePanel'
import { usePanels } from '../../ui/panel/usePanels'
import { RecordList } from '../../ui/RecordList'
import { ineligible, isEligible, nothingEligible, whyIgnored } from './eligibility'
import { summaryNumber } from './changes'
import { censusKey, filesOf, processFiles, type CensusFile } from './queries'
import { effectiveText, fileNumber, groupName, taskKinds, taskStates } from './words'

interface ProcessPanelProps {
  ids: readonly number[]
  onProcessed?: (() => void) | undefined
}

export function ProcessPanel({ ids, onProcessed }: ProcessPanelProps) {
  // The list is read again when a file was edited in the panel above; the form only sends it.
  const query = useQuery(filesOf(ids))
  const taken = query.data?.Data.filter(isEligible) ?? []
  const form = useApiForm({
    key: `census process ${ids.join('-')}`,
    blank: {},
    save: () => processFiles(taken.map(({ Id }) => Id)),
    refresh: [censusKey],
    saved: 'These files have been queued for processing.',
    ...(onProcessed ? { onSaved: onProcessed } : {}),
  })
  return (
    <FormPanel
      form={form}
      title={ids.length === 1 ? 'Process File' : 'Process Files'}
      action={taken.length > 1 ? `Process ${counted(taken.length, 'file')}` : 'Process File'}
      readOnly={taken.length === 0 && (query.data ? nothingEligible : query.isError ? 'The files did not load.' : 'Loading the files…')}
    >
      <Answered query={query} what="the files" flush>
        {({ Data }) => <Chosen taken={taken} ignored={Data.filter((file) => !isEligible(file))} />}
      </Answered>
    </FormPanel>
  )
}

function Chosen({ taken, ignored }: { taken: readonly CensusFile[]; ignored: readonly CensusFile[] }) {
  return (
    <>
      {taken.length === 0 && <Note kind="warn">{nothingEligible}</Note>}
      {taken.length > 0 && ignored.length > 0 && <Note kind="warn">{ineligible(ignored.length)}</Note>}
      {taken.length > 0 && (
        <PanelSection title="What is processed">
          <p>The remaining tasks of each file run in order up to the import of its members, and stop at the first that finds errors.</p>
          <Files label="What is processed" files={taken} />
        </PanelSection>
      )}
      {ignored.length > 0 && (
        <PanelSection title="Ignored">
          <Files label="Ignored" files={ignored} isIgnored />
        </PanelSection>
      )}
    </>
  )
}

/** What the import of an inspected file is going to do: `14 to create · 3 to update · 2 to end`. */
function foreseen(file: CensusFile): string[] {
  const inspected = file.Tasks.find(({ Task, State }) => Task === taskKinds.inspect && State === taskStates.done)
  const number = (name: string) => (inspected && summaryNumber(inspected, name)) ?? 0
  const told = ([['Create', 'to create'], ['Update', 'to update'], ['Reactivate', 'to reactivate'], ['Ended', 'to end']] as const).filter(([name]) => number(name) > 0)
  if (!inspected) return ['What it changes is counted by the inspection, before anything is written.']
  return [told.length > 0 ? told.map(([name, words]) => `${count(number(name))} ${words}`).join(' · ') : 'It changes no members.']
}

function Files({ label, files, isIgnored = false }: { label: string; files: readonly CensusFile[]; isIgnored?: boolean }) {
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
        notes: isIgnored ? [whyIgnored(file)] : [...foreseen(file), `Next: ${file.NextTask?.TaskName ?? ''} · Explicit import ${file.EffectiveExplicitImport ? 'on' : 'off'}${(file.ExplicitImport ?? null) === null ? ' (group setting)' : ''} · ${effectiveText(file)}`],
        action: !isIgnored && can('AdministerCensus') && (
          <Button small aria-label={`Edit ${fileNumber(file)}`} onClick={() => open('census-settings', file.Id)}>
            Edit
          </Button>
        ),
      }))}
    />
  )
}
