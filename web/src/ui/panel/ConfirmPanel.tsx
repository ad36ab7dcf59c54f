/**
 * A confirmation: the question as a sentence, what it is about as facts, what happens next, and a button named after its verb.
 * Focus starts on the safe button when it destroys, on the action otherwise.
 */
import { useQueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { failureMessage } from '../../lib/failure'
import { count } from '../../lib/format/money'
import type { Asked } from '../../lib/query'
import { Answered } from '../state/Answered'
import { Button } from '../action/Button'
import { Details, type Detail } from '../value/Details'
import type { Icon } from '../icons'
import { Note } from '../state/Note'
import { toast, type ToastAction } from '../toast/toasts'
import styles from './ConfirmPanel.module.css'
import { openLayer } from './layers'
import { PanelSection, SidePanel } from './SidePanel'
import { usePanelPlace } from './usePanels'

export interface Confirmation {
  title: string
  context?: ReactNode
  question: string
  /** One sentence below the question. */
  detail?: ReactNode
  /** What it would be refused for, with what can be done about it there; draws nothing when there is nothing. */
  inTheWay?: ReactNode
  /** What it is about, such as what is deleted. */
  facts?: readonly Detail[]
  factsTitle?: string
  /** The records that it is done to, by name: the first ten are listed. */
  named?: { title: string; names: readonly string[] }
  /** What happens next, two or three lines. */
  next?: readonly { icon: Icon; text: ReactNode }[]
  /** What must be known before it may be confirmed, such as `the number of members`: until then it stands in the place of facts and consequences. */
  needs?: { query: Asked<unknown>; what: string }
  /** The button, named after its verb. */
  action: string
  /** The safe button. */
  keep?: string
  /** Whether it destroys: a red button, and the focus on the safe one. */
  destroys?: boolean
  run: () => Promise<unknown>
  /** The success notice. */
  saved?: string | { title: string; message: string }
  /** What of the answer is a warning in the place of that notice: it was done, but not all of it. */
  warns?: (answer: unknown) => string | undefined
  /** What that notice offers: to open what was made, or to take back what was done. */
  offers?: ToastAction | undefined
  /** So long its button turns at most, in milliseconds; it waits on without turning. */
  turns?: number
  /** The queries to ask again afterwards, by the beginning of their keys or by a rule. */
  refresh?: readonly (QueryKey | QueryFilters)[]
  /** Raises a failure as a notice titled Error instead of a note in the panel. A text is the notice of every failure; the panel then says the reason. */
  errorNotice?: boolean | string
  /** Whether that notice stays open until it is closed. */
  noticeStays?: boolean
  onDone?: () => void
}

export function ConfirmPanel(props: Confirmation) {
  const {
    title,
    context,
    question,
    detail,
    inTheWay,
    needs,
    action,
    keep = props.destroys ? 'Keep it' : 'Cancel',
    destroys = false,
  } = props
  const { close } = usePanelPlace()
  const { running, turning, failure, confirm } = useConfirmed(props, close)
  const isKnown = needs === undefined || needs.query.data !== undefined
  return (
    <SidePanel
      title={title}
      context={context}
      footerState={
        <span>
          <kbd>Esc</kbd> {keep === 'Keep it' ? 'keeps it' : 'goes back'}
        </span>
      }
      footer={
        <>
          <Button
            kind={destroys ? 'danger' : 'primary'}
            busy={turning}
            disabled={!isKnown || running}
            data-autofocus={destroys ? undefined : true}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
          <Button data-autofocus={destroys || undefined} disabled={running} onClick={close}>
            {keep}
          </Button>
        </>
      }
    >
      <PanelSection>
        <div className={styles.question}>
          {failure && (
            <Note kind="bad" live>
              {failure}
            </Note>
          )}
          <h3>{question}</h3>
          {detail && <p>{detail}</p>}
          {inTheWay}
        </div>
      </PanelSection>
      {needs && (!isKnown || needs.query.isError) && (
        <PanelSection>
          <Answered {...needs} flush>
            {() => null}
          </Answered>
        </PanelSection>
      )}
      {isKnown && <Consequences {...props} />}
    </SidePanel>
  )
}

/** So many records are named; the others are counted. */
const mostNamed = 10

function Consequences({ facts = [], factsTitle = 'What you delete', named, next = [] }: Confirmation) {
  return (
    <>
      {facts.length > 0 && (
        <PanelSection title={factsTitle}>
          <Details items={facts} />
        </PanelSection>
      )}
      {named && named.names.length > 0 && (
        <PanelSection title={named.title}>
          <ul className={styles.named} aria-label={named.title}>
            {named.names.slice(0, mostNamed).map((name, index) => (
              <li key={index}>{name}</li>
            ))}
            {named.names.length > mostNamed && <li>and {count(named.names.length - mostNamed)} more</li>}
          </ul>
        </PanelSection>
      )}
      {next.length > 0 && (
        <PanelSection title="What happens next">
          <ul className={styles.next}>
            {next.map(({ icon: Glyph, text }, index) => (
              <li key={index}>
                <Glyph size={16} stroke={1.75} aria-hidden />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </>
  )
}

function isKey(one: QueryKey | QueryFilters): one is QueryKey {
  return Array.isArray(one)
}

function useConfirmed(
  { run, saved, warns, offers, refresh = [], errorNotice = false, noticeStays = false, turns, onDone }: Confirmation,
  close: () => void,
) {
  const client = useQueryClient()
  const [running, setRunning] = useState(false)
  const [turning, setTurning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const confirm = async () => {
    setRunning(true)
    setTurning(true)
    const limit = turns === undefined ? undefined : setTimeout(() => setTurning(false), turns)
    setFailure(undefined)
    try {
      const answer = await run()
      const warning = warns?.(answer)
      await Promise.all(refresh.map((one) => client.invalidateQueries(isKey(one) ? { queryKey: one } : one)))
      if (warning !== undefined) toast.warning(warning, { stays: true })
      else if (saved)
        toast.success(typeof saved === 'string' ? saved : saved.message, {
          ...(typeof saved === 'string' ? {} : { title: saved.title }),
          action: offers,
        })
      close()
      onDone?.()
    } catch (thrown) {
      const reason = failureMessage(thrown)
      if (errorNotice !== false) toast.error(errorNotice === true ? reason : errorNotice, { stays: noticeStays })
      if (errorNotice !== true && errorNotice !== reason) setFailure(reason)
    } finally {
      clearTimeout(limit)
      setRunning(false)
      setTurning(false)
    }
  }
  return { running, turning, failure, confirm }
}

/** Opens a confirmation above everything that is open. */
export function confirmFirst(confirmation: Confirmation): void {
  openLayer(() => <ConfirmPanel {...confirmation} />)
}

/** Asks and waits: true when the action was chosen, false when one went back. */
export function ask(question: Omit<Confirmation, 'run' | 'onDone'>): Promise<boolean> {
  return new Promise((answer) => {
    const yes = () => {
      answer(true)
      return Promise.resolve()
    }
    // The panel closes after a yes too; a promise keeps its first answer.
    openLayer(
      () => <ConfirmPanel {...question} run={yes} />,
      () => answer(false),
    )
  })
}
