/**
 * A warning that the server raises under a name, and that one may overrule by agreeing. It appears with the first refusal, moves
 * into view, and stays for as long as the form is open. The value is a boolean.
 */
import { Checkbox } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useField } from '../form/fieldContext'
import { Note } from '../state/Note'
import styles from './WarningField.module.css'

interface WarningFieldProps {
  name: string
  /** The bold first line. */
  title: string
  /** What one agrees to. */
  agree: string
  /** What the warning is about; made only once it is there. */
  about?: () => ReactNode
}

export function WarningField({ name, title, agree, about }: WarningFieldProps) {
  const { id, error, value, set, locked } = useField(name, title)
  const [warning, setWarning] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  if (error !== undefined && error !== warning) setWarning(error)
  useEffect(() => {
    if (error !== undefined) box.current?.scrollIntoView({ block: 'start' })
  }, [error])
  if (warning === undefined) return null
  return (
    <div ref={box} className={styles.warning}>
      <Note kind="warn" title={title} ownLine>
        <p id={`${id}-warning`}>{warning}</p>
        {about?.()}
        <Checkbox
          id={id}
          name={name}
          label={agree}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-warning`}
          disabled={locked}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      </Note>
    </div>
  )
}
