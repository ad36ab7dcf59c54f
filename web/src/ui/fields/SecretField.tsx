/** A secret of another system: dots until shown. Several lines where it holds line breaks, which a password field would drop. */
import { PasswordInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../action/Button'
import { IconEye, IconEyeOff } from '../icons'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'
import styles from './SecretField.module.css'

export function SecretField({ lines = false, ...props }: FieldProps & { lines?: boolean }) {
  return lines ? <SecretLines {...props} /> : <SecretLine {...props} />
}

function SecretLine(props: FieldProps) {
  const { frame, label, value, set } = useFieldFrame(props)
  return (
    <FieldCell field={props}>
      <PasswordInput
        {...frame}
        // Otherwise the browser offers to keep it, or fills in one's own password.
        autoComplete="new-password"
        value={asText(value)}
        onChange={(event) => set(event.currentTarget.value)}
        visibilityToggleIcon={({ reveal }) =>
          reveal ? <IconEyeOff size={16} stroke={1.75} /> : <IconEye size={16} stroke={1.75} />
        }
        visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${label}`, tabIndex: 0 }}
      />
    </FieldCell>
  )
}

function SecretLines(props: FieldProps) {
  const { frame, label, value, set } = useFieldFrame(props)
  const [shown, setShown] = useState(false)
  return (
    <FieldCell field={props}>
      <div className={styles.lines}>
        <Textarea
          {...frame}
          classNames={{ input: shown ? styles.shown : styles.hidden }}
          autoComplete="off"
          spellCheck={false}
          autosize
          minRows={3}
          maxRows={10}
          value={asText(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
        <span className={styles.toggle}>
          <Button small icon={shown ? IconEyeOff : IconEye} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {label}</span>
          </Button>
        </span>
      </div>
    </FieldCell>
  )
}
