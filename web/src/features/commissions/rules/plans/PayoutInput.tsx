/**
 * The payout of a line in its row. One of thousands, so it is a plain input: as in a money field the digits stand as typed, and on
 * leaving they show as $1,234.50.
 */
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { money, moneyDigits } from '../../../../lib/format/money'
import styles from './Plans.module.css'

interface PayoutInputProps {
  label: string
  /** The amount in the field; null for none. */
  amount: number | null
  isChanged?: boolean
  isWrong?: boolean
  describedBy?: string | undefined
  onType: (typed: string | undefined) => void
  onEnter: () => void
}

export function PayoutInput({ label, amount, isChanged, isWrong, describedBy, onType, onEnter }: PayoutInputProps) {
  const [typed, setTyped] = useState<string>()
  // The click that brings the focus must not take the selection away again.
  const fresh = useRef(false)
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
    nextPayout(event.currentTarget)?.focus()
  }
  return (
    <input
      className={styles.payout}
      inputMode="decimal"
      autoComplete="off"
      placeholder="$0.00"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={describedBy}
      data-payout
      data-changed={isChanged || undefined}
      data-wrong={isWrong || undefined}
      value={typed === undefined ? (amount === null ? '' : money(amount)) : typed === '' ? '' : `$${typed}`}
      onChange={(event) => {
        const digits = moneyDigits(event.currentTarget.value)
        setTyped(digits)
        onType(digits)
      }}
      onFocus={(event) => {
        flushSync(() => setTyped(amount === null ? '' : amount.toFixed(2)))
        event.currentTarget.select()
        fresh.current = true
      }}
      onMouseUp={(event) => {
        if (fresh.current) event.preventDefault()
        fresh.current = false
      }}
      onBlur={() => {
        // A field that was emptied shows again what is saved.
        if (typed === '') onType(undefined)
        setTyped(undefined)
      }}
      onKeyDown={enter}
    />
  )
}

/** The next payout below, so that one goes on with Enter. */
function nextPayout(input: HTMLInputElement): HTMLInputElement | undefined {
  const all = [...(input.closest('[data-payouts]')?.querySelectorAll<HTMLInputElement>('[data-payout]') ?? [])]
  return all[all.indexOf(input) + 1]
}
