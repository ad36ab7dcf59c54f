/** A password: hidden until shown, and it says when Caps Lock is on. */
import { PasswordInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { IconAlertTriangle, IconEye, IconEyeOff } from '../icons'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'
import styles from './PasswordField.module.css'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  const { frame, value, set } = useFieldFrame(props)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const warning = capsLock && (
    <span className={styles.caps} role="status">
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden /> Caps Lock is on
    </span>
  )
  return (
    <FieldCell field={props}>
      <PasswordInput
        {...frame}
        description={frame.error ? undefined : warning || frame.description}
        autoComplete={autoComplete}
        value={asText(value)}
        onChange={(event) => set(event.currentTarget.value)}
        onKeyDown={look}
        onKeyUp={look}
        visibilityToggleIcon={({ reveal }) =>
          reveal ? <IconEyeOff size={16} stroke={1.75} /> : <IconEye size={16} stroke={1.75} />
        }
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      />
    </FieldCell>
  )
}
