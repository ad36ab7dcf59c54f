/** On or off, at once readable. The value is a boolean. */
import { Switch } from '@mantine/core'
import { IconLock } from '../icons'
import { FieldCell, useFieldFrame, type FieldProps } from './frame'
import styles from './frame.module.css'

interface SwitchFieldProps extends FieldProps {
  /** Shown in place of the value while something above decides it; the value itself stays. */
  inForce?: boolean | undefined
}

export function SwitchField({ inForce, ...props }: SwitchFieldProps) {
  const { frame, label, value, set } = useFieldFrame(props)
  return (
    <FieldCell field={props}>
      <Switch
        id={frame.id}
        name={frame.name}
        label={props.locked ? <LockedLabel text={label} /> : label}
        description={frame.description}
        error={frame.error}
        // Its label element holds the help as well, which is no part of its name.
        aria-label={label}
        aria-invalid={frame.error ? true : undefined}
        disabled={frame.disabled}
        checked={inForce ?? value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </FieldCell>
  )
}

/** A switch that something above decides looks like one: its colours are those of a closed field, and a lock stands by its name. */
function LockedLabel({ text }: { text: string }) {
  return (
    <span className={styles.locked}>
      {text}
      <IconLock size={14} stroke={1.75} aria-hidden />
    </span>
  )
}
