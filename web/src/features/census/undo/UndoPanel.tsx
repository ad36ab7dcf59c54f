/** Before a processed file is undone: what becomes of its members, which of them are kept and why, and until when it is possible. Afterwards: what came of it. */
import { useQuery } from '@tanstack/react-query'
import { date } from '../../../lib/format/dates'
import { count } from '../../../lib/format/money'
import { Details } from '../../../ui/value/Details'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { PagedRecords } from '../../../ui/table/PagedRecords'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { PanelSection } from '../../../ui/panel/SidePanel'
import { ProgressBar } from '../../../ui/state/ProgressBar'
import { isUndoing, undoStates } from '../busy'
import { censusKey, file as fileQuery } from '../queries'
import { undoFile, undoneMembers, undoPreview, type UndoPreview } from './queries'
import { effectLines, undoHeadline, whatWasDone, whyKept } from './undo'
import { fileContext, fileNumber } from '../words'

export function UndoPanel({ id }: { id: number }) {
  const { data: file } = useQuery(fileQuery(id))
  // Asked again while it is at work; the form only sends the wish.
  const { data: now } = useQuery(undoPreview(id))
  const form = useApiForm({
    key: `census undo ${id}`,
    blank: {},
    load: undoPreview(id),
    save: () => undoFile(id),
    refresh: [censusKey],
    saved: 'This file has been queued to be undone.',
  })
  const preview = now ?? form.loaded
  return (
    <FormPanel
      form={form}
      title="Undo File"
      status={file && fileNumber(file)}
      context={file && fileContext(file)}
      action="Undo File"
      readOnly={
        preview &&
        !preview.CanUndo &&
        (preview.State === undoStates.done ? 'This file has been undone.' : 'Nothing can be undone now.')
      }
    >
      {preview && <Undoing id={id} preview={preview} />}
    </FormPanel>
  )
}

function Undoing({ id, preview }: { id: number; preview: UndoPreview }) {
  const { PutBack, Kept, LastDay, CanUndo } = preview
  const isDone = preview.State === undoStates.done
  return (
    <>
      <PanelSection>
        <Note kind={isDone ? 'ok' : CanUndo ? 'info' : 'warn'} title={undoHeadline(preview)}>
          {CanUndo && LastDay && `The last day for it is ${date(LastDay)}.`}
        </Note>
        {isUndoing({ Undo: preview }) && (
          <ProgressBar label="Undo" done={preview.Done} total={preview.Total} noun="members" />
        )}
      </PanelSection>
      {PutBack.Total > 0 && (
        <PanelSection title={isDone ? 'What was put back' : 'What is put back'}>
          <Details items={[...effectLines(PutBack), { term: 'Members', value: count(PutBack.Total), total: true }]} />
        </PanelSection>
      )}
      {CanUndo && (
        <PanelSection title="What happens next">
          <p>
            What was billed for these members meanwhile comes out as credits and debts of the next snapshot. Welcome
            emails that were not sent yet are taken back. The file can be undone once.
          </p>
        </PanelSection>
      )}
      {Kept.Total > 0 && (
        <PanelSection title={`Kept as they are: ${count(Kept.Total)}`}>
          <PagedRecords
            pages={undoneMembers(id, true)}
            what="the members who are kept"
            label="Members who are kept"
            empty="No results to display."
            line={(member) => ({
              id: member.EmployeeId,
              name: `${member.FirstName} ${member.LastName}`,
              fact: whatWasDone(member),
              notes: [whyKept(member)],
            })}
          />
        </PanelSection>
      )}
    </>
  )
}
