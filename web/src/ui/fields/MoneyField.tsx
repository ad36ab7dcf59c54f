/**
 * An amount of dollars. The value is a number, or null when empty. While one types, the digits stand as typed; on leaving they
 * show as $1,234.50. (The component library's own number input garbles a fixed decimal scale while typing.)
 */
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { money, moneyDigits, readMoney } from '../../lib/money'
import { FieldCell, useFieldFrame, type FieldProps } from './frame'
import styles from './MoneyField.module.css'

export function MoneyField({ per, ...props }: FieldProps & { per?: string }) {
  const { frame, value, set } = useFieldFrame(props)
  const [draft, setDraft] = useState<string>()
  // The click that brings the focus must not take the selection away again.
  const fresh = useRef(false)
  const amount = typeof value === 'number' ? value : null
  const unit = per && <span className={styles.per}>{per}</span>
  return (
    <FieldCell field={props}>
      <TextInput
        {...frame}
        rightSection={frame.rightSection ?? unit}
        rightSectionWidth={per && !props.locked ? 76 : undefined}
        inputMode="decimal"
        placeholder={props.placeholder ?? '$0.00'}
        value={draft === undefined ? (amount === null ? '' : money(amount)) : draft === '' ? '' : `$${draft}`}
        onChange={(event) => {
          const digits = moneyDigits(event.currentTarget.value)
          setDraft(digits)
          set(readMoney(digits))
        }}
        onFocus={(event) => {
          // Without the commas, so that no key moves the caret; then all of it is selected, to be typed over.
          flushSync(() => setDraft(amount === null ? '' : amount.toFixed(2)))
          event.currentTarget.select()
          fresh.current = true
        }}
        onMouseUp={(event) => {
          if (fresh.current) event.preventDefault()
          fresh.current = false
        }}
        onBlur={() => setDraft(undefined)}
      />
    </FieldCell>
  )
}
