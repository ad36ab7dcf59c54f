/** A plain number with an optional step; the value is a number, or null when empty. */
import { NumberInput } from '@mantine/core'
import { FieldCell, given, useFieldFrame, type FieldProps } from './frame'

interface NumberFieldProps extends FieldProps {
  min?: number
  max?: number
  step?: number
  decimals?: number
  suffix?: string
}

export function NumberField({ min, max, step = 1, decimals = 0, suffix, ...props }: NumberFieldProps) {
  const { frame, value, set } = useFieldFrame(props, given(props))
  return (
    <FieldCell field={props}>
      <NumberInput
        {...frame}
        min={min}
        max={max}
        step={step}
        decimalScale={decimals}
        suffix={suffix}
        // Out of range stays as typed, a minus sign too: the server says what is allowed, and a silent correction would hide it.
        clampBehavior="none"
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => set(next === '' ? null : Number(next))}
      />
    </FieldCell>
  )
}
