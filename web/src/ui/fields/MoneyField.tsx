/**
 * An amount of dollars. The value is a number, or null when empty. While one types, the digits stand as typed; on leaving they
 * show as $1,234.50. A text that came whole is read as a whole, and refused when it may be several amounts. (The component library's
 * own number input garbles a fixed decimal scale while typing.)
 */
import { TextInput } from '@mantine/core'
import { useRef, useState, type ChangeEvent } from 'react'
import { flushSync } from 'react-dom'
import { money, moneyDigits, readMoney, readWholeMoney } from '../../lib/format/money'
import { FieldCell, given, useFieldFrame, withComplaint, type FieldProps } from './frame'
import styles from './MoneyField.module.css'
import { useRefusedText } from './useRefusedText'

export function MoneyField({ per, ...props }: FieldProps & { per?: string }) {
  const { frame, value, set, complain } = useFieldFrame(props, given(props))
  const refused = useRefusedText(complain, 'an amount such as 1,234.50')
  const [draft, setDraft] = useState<string>()
  // The click that brings the focus must not take the selection away again.
  const fresh = useRef(false)
  const amount = typeof value === 'number' ? value : null
  const show = (amount: number | null, digits: string) => {
    refused.withdraw()
    setDraft(digits)
    set(amount)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value
    const digits = moneyDigits(text)
    if (refused.text === undefined && isByKey(event.nativeEvent)) return show(readMoney(digits), digits)
    const whole = readWholeMoney(text)
    if (whole === undefined) refused.refuse(text)
    else show(whole, digits)
  }
  const unit = per && <span className={styles.per}>{per}</span>
  return (
    <FieldCell field={props}>
      <TextInput
        {...withComplaint(frame, refused.complaint)}
        rightSection={frame.rightSection ?? unit}
        rightSectionWidth={per && !props.locked ? 76 : undefined}
        inputMode="decimal"
        placeholder={props.placeholder ?? '$0.00'}
        value={
          refused.text ??
          (draft === undefined ? (amount === null ? '' : money(amount)) : draft === '' ? '' : `$${draft}`)
        }
        onChange={change}
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

/** Whether a key changed the text, and no text came whole: pasted, dropped or filled in. */
function isByKey(event: Event): boolean {
  return event instanceof InputEvent && !event.inputType.startsWith('insertFrom') && (event.data?.length ?? 0) <= 1
}
