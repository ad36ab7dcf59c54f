/** One line of text. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { labelOf, type Check } from '../form/fieldContext'
import { asText, FieldCell, given, useFieldFrame, type FieldProps } from './frame'
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
  /** Needs the whole row where it is narrow: long names. */
  long?: boolean
}

/** An address is mail to somebody at a place with a dot in it; the server knows more of them. */
const addressShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function address(props: FieldProps): Check {
  return (value) => {
    const text = asText(value).trim()
    if (text === '') return given(props)(value)
    return addressShape.test(text) ? undefined : `${props.label ?? labelOf(props.name)} must be an e-mail address.`
  }
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
  long = false,
  ...props
}: TextFieldProps) {
  const { frame, value, set } = useFieldFrame(props, type === 'email' ? address(props) : given(props))
  return (
    <FieldCell field={props} long={long}>
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
