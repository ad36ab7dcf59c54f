/** One line of text. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'
import styles from './frame.module.css'

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'url'
  autoComplete?: string
  /** Which keys a phone shows; made from the type unless it says otherwise. */
  keys?: 'numeric'
  maxLength?: number
  /** A button inside the field at its right end, such as Unlock. */
  action?: ReactNode
  actionWidth?: number
  autoFocus?: boolean
  onLeave?: () => void
}

export function TextField({
  type = 'text',
  autoComplete = 'off',
  keys,
  maxLength,
  action,
  actionWidth,
  autoFocus,
  onLeave,
  ...props
}: TextFieldProps) {
  const { frame, value, set } = useFieldFrame(props)
  return (
    <FieldCell field={props}>
      <TextInput
        {...frame}
        {...(action
          ? { rightSection: <span className={styles.action}>{action}</span>, rightSectionWidth: actionWidth }
          : {})}
        type={type}
        inputMode={keys ?? (type === 'text' ? undefined : type)}
        autoComplete={autoComplete}
        maxLength={maxLength}
        data-autofocus={autoFocus || undefined}
        value={asText(value)}
        onChange={(event) => set(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </FieldCell>
  )
}
