/**
 * One line of digits in a fixed shape. Text that comes whole, pasted or dropped, is read as a whole: the mask would take its digits
 * one by one and make another value of them that looks right. A text that stands for nothing stays as it came, without the mask, until
 * it is mended or taken away.
 */
import { InputBase, type InputBaseProps } from '@mantine/core'
import { formatMask, useMask } from '@mantine/hooks'
import { useRef, type ComponentProps, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react'
import type { RefusedText } from './useRefusedText'

interface MaskedInputProps extends InputBaseProps, Omit<ComponentProps<'input'>, 'size' | 'style' | 'value'> {
  /** 9 is a digit. */
  mask: string
  value: string
  onMasked: (text: string) => void
  /** What a whole text stands for; undefined for a part of one, which the mask takes. */
  readWhole: (text: string) => Whole | undefined
  /** The text that stands in the field in place of a value. */
  refused: RefusedText
  /** A digit that never comes first, and is passed over there: the 1 before a phone number. */
  neverFirst?: string
}

/** What a text that came whole stands for; nothing when the field cannot hold it. */
export type Whole = { shown: string } | { shown?: never }

export function MaskedInput({
  mask,
  onMasked,
  readWhole,
  refused,
  neverFirst,
  value,
  onKeyDownCapture,
  ...input
}: MaskedInputProps) {
  const isRefused = refused.text !== undefined
  const isForgetting = useRef(false)
  const { ref, reset } = useMask({
    mask,
    slotChar: null,
    // Otherwise the mask takes the mark of a wrong field away, and the focus does not find it.
    invalid: Boolean(input.error),
    onChangeRaw: (_, masked) => isForgetting.current || onMasked(masked),
  })
  /** Takes a text that came whole before the mask hears of it. */
  const takeWhole = (text: string, event: ClipboardEvent | FormEvent) => {
    const whole = readWhole(text.trim())
    if (!whole) return
    event.preventDefault()
    event.stopPropagation()
    show(whole, text)
  }
  const show = (whole: Whole, text: string) => {
    if (whole.shown === undefined) return refuse(text)
    refused.withdraw()
    onMasked(whole.shown)
  }
  const refuse = (text: string) => {
    // Otherwise the mask adds the next digits to the value it had before.
    isForgetting.current = true
    reset()
    isForgetting.current = false
    refused.refuse(text)
  }
  const mend = (text: string) => {
    const digits = text.replaceAll(/\D/g, '')
    const part = { shown: digits && formatMask(digits, { mask, slotChar: null }) }
    show(readWhole(text.trim()) ?? part, text)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const before = event.currentTarget.value.slice(0, event.currentTarget.selectionStart ?? 0)
    if (!isRefused && event.key === neverFirst && !/\d/.test(before)) {
      event.preventDefault()
      event.stopPropagation()
    }
    onKeyDownCapture?.(event)
  }
  const receive = (event: FormEvent<HTMLInputElement>) => {
    if (isRefused) return
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
      ref={isRefused ? undefined : ref}
      inputMode="numeric"
      {...input}
      value={refused.text ?? value}
      onChange={(event) => isRefused && mend(event.currentTarget.value)}
      onKeyDownCapture={press}
      onPasteCapture={(event) => takeWhole(event.clipboardData.getData('text'), event)}
      onInputCapture={receive}
    />
  )
}
