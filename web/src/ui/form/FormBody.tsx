/** The inside of every form, in a panel or on a page: what is wrong on top, then the fields; focus goes to the first wrong one. */
import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { toldInBusinessTime } from '../../lib/format/dates'
import { counted } from '../../lib/format/money'
import { failureWithReference } from '../../lib/failure'
import { Button } from '../action/Button'
import { Note } from '../state/Note'
import { FieldsContext } from './fieldContext'
import type { Conflict as ConflictOfForm, FieldProblem } from './problems'
import type { ApiForm } from './useApiForm'
import styles from './FormBody.module.css'

interface FormBodyProps {
  // What is saved does not matter here, only the form's state.
  form: Omit<ApiForm<object>, 'values' | 'set' | 'loaded' | 'onSaved'>
  onSubmit: () => void
  /** Saves what one changed over what someone else saved meanwhile; absent where nothing is loaded that others could change. */
  onOverwrite?: () => void
  children: ReactNode
}

export function FormBody({ form, onSubmit, onOverwrite, children }: FormBodyProps) {
  const element = useFocusOnProblems(form)
  useFocusWhenReady(form.status, element)
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <FieldsContext value={form.fields}>
      <form
        ref={element}
        id={form.id}
        className={styles.form}
        noValidate
        onSubmit={send}
        aria-busy={form.saving || undefined}
      >
        <FormNotes form={form} onOverwrite={onOverwrite} />
        {form.status === 'ready' ? children : <FormSkeleton />}
      </form>
    </FieldsContext>
  )
}

function FormNotes({ form, onOverwrite }: { form: FormBodyProps['form']; onOverwrite: (() => void) | undefined }) {
  if (form.status === 'failed') {
    return (
      <Note
        kind="bad"
        live
        title="This did not load."
        action={
          <Button small onClick={form.reload}>
            Try again
          </Button>
        }
      >
        {failureWithReference(form.loadFailure)}
      </Note>
    )
  }
  return (
    <>
      {form.restored && <Note>Your unsaved changes are back.</Note>}
      {form.conflict !== undefined && (
        <Conflict conflict={form.conflict} busy={form.saving} onReload={form.reload} onOverwrite={onOverwrite} />
      )}
      {form.notes.map((note) => (
        <Note key={note} kind="bad" live>
          {note}
        </Note>
      ))}
      {form.fieldProblems.length > 0 && <Summary problems={form.fieldProblems} />}
    </>
  )
}

interface ConflictProps {
  conflict: ConflictOfForm
  busy: boolean
  onReload: () => void
  onOverwrite: (() => void) | undefined
}

/** Someone else saved the record meanwhile: who and when, what is so now, and the ways on. */
function Conflict({ conflict: { says, now, mayOverwrite = true }, busy, onReload, onOverwrite }: ConflictProps) {
  const overwrite = mayOverwrite && onOverwrite
  return (
    <Note kind="warn" live title="Someone else has changed this.">
      {toldInBusinessTime(says)} Nothing was overwritten.{' '}
      {now ?? (overwrite && 'Where both of you changed the same, saving yours replaces theirs.')}
      <div className={styles.ways}>
        <Button small disabled={busy} onClick={onReload}>
          Load their version
        </Button>
        {overwrite && (
          <Button small disabled={busy} onClick={overwrite}>
            Save mine anyway
          </Button>
        )}
      </div>
    </Note>
  )
}

/** Links to the wrong fields; drawn on narrow screens only, where the fields may be out of sight. */
function Summary({ problems }: { problems: readonly FieldProblem[] }) {
  return (
    <div className={styles.summary}>
      <Note kind="bad" title={needAttention(problems.length)}>
        <ul className={styles.links}>
          {problems.map(({ name, label, fieldId }) => (
            <li key={name}>
              <button type="button" onClick={() => focusField(document.getElementById(fieldId))}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

/** `1 field needs attention`, `3 fields need attention`. */
export function needAttention(fields: number): string {
  return `${counted(fields, 'field')} ${fields === 1 ? 'needs' : 'need'} attention`
}

/** A form that was still loading when it opened gives the focus to its first field once it is there. */
function useFocusWhenReady(status: ApiForm<object>['status'], element: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const form = element.current
    if (status !== 'ready' || !form || form.contains(document.activeElement)) return
    form.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus({ preventScroll: true })
  }, [status, element])
}

/** Leads to the first wrong field when something is found wrong; not when one of several is mended, which is typed in meanwhile. */
function useFocusOnProblems({ fieldProblems, notes, conflict }: FormBodyProps['form']) {
  const element = useRef<HTMLFormElement>(null)
  const known = useRef<readonly string[]>([])
  const problems = JSON.stringify([
    ...fieldProblems.map((problem) => problem.name),
    ...notes,
    ...(conflict ? [conflict.says] : []),
  ])
  useEffect(() => {
    const found = JSON.parse(problems) as string[]
    const isNew = found.some((problem) => !known.current.includes(problem))
    known.current = found
    if (!isNew) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) focusField(wrong)
    else element.current?.scrollIntoView({ block: 'start' })
  }, [problems])
  return element
}

/** A group of choices is no control itself: the focus goes to the chosen one of them, or to the first. */
function focusField(field: HTMLElement | null) {
  const find = (selector: string) => field?.querySelector<HTMLElement>(selector)
  const control =
    field?.getAttribute('role') === 'radiogroup' ? (find('input:checked') ?? find('input:enabled')) : field
  control?.focus()
}

function FormSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      {[60, 100, 100, 80].map((width, index) => (
        <span key={index} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

/** A part of a form with a heading; parts are divided by a line. */
export function FormSection({ title, help, children }: { title?: string; help?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      {title && <h3>{title}</h3>}
      {help && <p className={styles.help}>{help}</p>}
      <div className={styles.grid}>{children}</div>
    </section>
  )
}

/** Something between the fields that takes the whole row: a note, a list. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
