/**
 * One line of digits in a fixed shape. Text that comes whole, pasted or dropped, is read as a whole: the mask would take its digits
 * one by one and make another value of them that looks right.
 */
import { InputBase, type InputBaseProps } from '@mantine/core'
import { useMask } from '@mantine/hooks'
import type { ComponentProps, ClipboardEvent, FormEvent, KeyboardEvent } from 'react'

interface MaskedInputProps extends InputBaseProps, Omit<ComponentProps<'input'>, 'size' | 'style' | 'value'> {
  /** 9 is a digit. */
  mask: string
  value: string
  onMasked: (text: string) => void
  /** What a whole text stands for; undefined for a part of one, which the mask takes. */
  readWhole: (text: string) => Whole | undefined
  /** Receives a whole text that stands for nothing; the field stays as it was. */
  onRefused: (text: string) => void
  /** A digit that never comes first, and is passed over there: the 1 before a phone number. */
  neverFirst?: string
}

/** What a text that came whole stands for; nothing when the field cannot hold it. */
export type Whole = { shown: string } | { shown?: never }

export function MaskedInput({
  mask,
  onMasked,
  readWhole,
  onRefused,
  neverFirst,
  onKeyDownCapture,
  ...input
}: MaskedInputProps) {
  const { ref } = useMask({
    mask,
    slotChar: null,
    // Otherwise the mask takes the mark of a wrong field away, and the focus does not find it.
    invalid: Boolean(input.error),
    onChangeRaw: (_, masked) => onMasked(masked),
  })
  /** Takes a text that came whole before the mask hears of it. */
  const takeWhole = (text: string, event: ClipboardEvent | FormEvent) => {
    const whole = readWhole(text.trim())
    if (!whole) return
    event.preventDefault()
    event.stopPropagation()
    if (whole.shown === undefined) onRefused(text.trim())
    else onMasked(whole.shown)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const before = event.currentTarget.value.slice(0, event.currentTarget.selectionStart ?? 0)
    if (event.key === neverFirst && !/\d/.test(before)) {
      event.preventDefault()
      event.stopPropagation()
    }
    onKeyDownCapture?.(event)
  }
  const receive = (event: FormEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const isTyped = event.nativeEvent instanceof InputEvent && (event.nativeEvent.data?.length ?? 0) <= 1
    if (!isTyped) takeWhole(field.value, event)
    // A touch keyboard sends no keys.
    else if (neverFirst && field.value.replaceAll(/\D/g, '').startsWith(neverFirst)) {
      field.value = field.value.replace(neverFirst, '')
    }
  }
  return (
    <InputBase
      component="input"
      ref={ref}
      inputMode="numeric"
      {...input}
      onChange={() => {}}
      onKeyDownCapture={press}
      onPasteCapture={(event) => takeWhole(event.clipboardData.getData('text'), event)}
      onInputCapture={receive}
    />
  )
}
