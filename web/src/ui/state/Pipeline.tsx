/** The steps a thing goes through, each with its result in words, not only its state. */
import { IconAlertTriangle, IconCheck, IconX } from '../icons'
import styles from './Pipeline.module.css'

export interface PipelineStep {
  label: string
  state: 'done' | 'attention' | 'failed' | 'current' | 'waiting'
  /** What came out of it, or what it is doing. */
  says?: string
  /** Chooses the step; absent when there is nothing to look at. */
  onChoose?: () => void
  /** Its result is shown below. */
  isChosen?: boolean
}

const stateWords = {
  done: 'done',
  attention: 'needs a look',
  failed: 'failed',
  current: 'current',
  waiting: 'not started',
} as const

export function Pipeline({ steps, label }: { steps: readonly PipelineStep[]; label: string }) {
  return (
    <ol className={styles.pipeline} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.label}
          className={styles.step}
          data-state={step.state}
          data-chosen={step.isChosen || undefined}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden>
            <Mark state={step.state} number={index + 1} />
          </span>
          <span className={styles.text}>
            {step.onChoose ? (
              <button type="button" className={styles.label} aria-pressed={step.isChosen} onClick={step.onChoose}>
                {step.label}
              </button>
            ) : (
              <span className={styles.label}>{step.label}</span>
            )}
            <span className="visually-hidden"> ({stateWords[step.state]}) </span>
            {step.says && <span className={styles.says}>{step.says}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Mark({ state, number }: { state: PipelineStep['state']; number: number }) {
  if (state === 'done') return <IconCheck size={13} stroke={2} />
  if (state === 'attention') return <IconAlertTriangle size={13} stroke={2} />
  if (state === 'failed') return <IconX size={13} stroke={2} />
  return number
}
