/**
 * A side panel that edits: pinned footer with Save and Cancel, the saving state, the question about unsaved changes, and the
 * server's messages under the fields. Closes itself after a save unless `stays`.
 */
import type { ReactNode } from 'react'
import { isMissing } from '../../lib/failure'
import { Button } from '../action/Button'
import { FormBody, needAttention } from '../form/FormBody'
import type { ApiForm } from '../form/useApiForm'
import { IconAlertCircle } from '../icons'
import styles from './FormPanel.module.css'
import type { HistoryOf } from './HistoryPart'
import { NoRecord, notFound } from './ofRecord'
import { SidePanel, type SidePanelProps } from './SidePanel'
import { useHistoryTab } from './useHistoryTab'
import { useLeaving } from './useLeaving'

interface FormPanelProps<Values extends object, Loaded, Saved> extends Pick<
  SidePanelProps,
  'title' | 'status' | 'context' | 'tabs'
> {
  form: ApiForm<Values, Loaded, Saved>
  /** What the primary button says, such as `Save broker`. */
  action: string
  /** Why nothing can be saved; the primary button gives way to it. */
  readOnly?: string | false
  /** Further buttons after Cancel. */
  more?: ReactNode
  /** Leaves the panel open after a save; the caller decides in `onSaved`. */
  stays?: boolean
  /** Above the fields: a warning, a note. */
  note?: ReactNode
  /** Another tab in place of the fields. What was typed is kept, and closing still asks about it. */
  instead?: OtherTab | false
  /** The record whose history a further tab shows to those who may see it; absent for a new one. */
  history?: HistoryOf | undefined
  children: ReactNode
}

/** A tab of the panel that is not its form. */
interface OtherTab {
  body: ReactNode
  /** Its primary button; one that is only read has none. */
  action?: ReactNode
}

export function FormPanel<Values extends object, Loaded, Saved>(props: FormPanelProps<Values, Loaded, Saved>) {
  const {
    form,
    action,
    readOnly,
    more,
    stays = false,
    note,
    instead: other = false,
    history,
    children,
    ...panel
  } = props
  const past = useHistoryTab(history, props.tabs)
  const instead: OtherTab | false = past.shown ?? other
  const { leave, save, overwrite } = useWaysOut(form, stays)
  const wrong = form.fieldProblems.length
  if (form.status === 'failed' && isMissing(form.loadFailure)) {
    return (
      <SidePanel title={notFound} onClose={leave} footer={<Button onClick={leave}>Close</Button>}>
        <NoRecord what="record" asked />
      </SidePanel>
    )
  }
  return (
    <SidePanel
      {...panel}
      tabs={past.tabs}
      onClose={leave}
      footerState={
        instead ? form.dirty && 'The details are not saved yet.' : wrong > 0 ? <WrongFields number={wrong} /> : readOnly
      }
      footer={
        <>
          {instead ? instead.action : !readOnly && <SaveButton form={form} action={action} />}
          <Button onClick={leave} disabled={form.saving}>
            {instead ? 'Done' : readOnly ? 'Close' : 'Cancel'}
          </Button>
          {!instead && more}
        </>
      }
    >
      {instead && instead.body}
      {/* Hidden, not taken away: coming back to it must not move the focus. */}
      <div hidden={instead !== false}>
        {note && <div className={styles.note}>{note}</div>}
        <FormBody
          form={readOnly ? { ...form, fields: { ...form.fields, locked: true } } : form}
          onSubmit={save}
          onOverwrite={overwrite}
        >
          {children}
        </FormBody>
      </div>
    </SidePanel>
  )
}

function SaveButton({
  form: { id, saving, status },
  action,
}: {
  form: Pick<ApiForm<object>, 'id' | 'saving' | 'status'>
  action: string
}) {
  return (
    <Button kind="primary" type="submit" form={id} busy={saving} disabled={status !== 'ready'}>
      {action}
    </Button>
  )
}

function WrongFields({ number }: { number: number }) {
  return (
    <span className={styles.wrong} data-summed>
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      {needAttention(number)}
    </span>
  )
}

/** Leaving the panel, with a question where something is unsaved, and the saves that end with it unless it stays. */
function useWaysOut(
  { dirty, submit, overwrite }: Pick<ApiForm<object>, 'dirty' | 'submit' | 'overwrite'>,
  stays: boolean,
) {
  const { leave, close } = useLeaving(dirty)
  const thenClose = async (saving: Promise<boolean>) => {
    if ((await saving) && !stays) close()
  }
  return {
    leave,
    save: () => void thenClose(submit()),
    overwrite: () => void thenClose(overwrite()),
  }
}
