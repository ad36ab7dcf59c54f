/** A month of the calendar. The value is its first day as YYYY-MM-DD, or an empty text when none is chosen. */
import { MonthPickerInput } from '@mantine/dates'
import { chevron, FieldCell, joined, given, useFieldFrame, asText, type FieldProps } from './frame'

interface MonthFieldProps extends FieldProps {
  /** First and last day whose months may be picked, as YYYY-MM-DD. */
  min?: string
  max?: string
  clearable?: boolean
}

export function MonthField({ min, max, clearable = false, ...props }: MonthFieldProps) {
  const { frame, label, value, set } = useFieldFrame(props, given(props))
  const wire = asText(value)
  const take = (month: string | null) => {
    set(month ?? '')
    // The cross goes away with what it cleared.
    if (month === null) document.getElementById(frame.id)?.focus()
  }
  return (
    <FieldCell field={props}>
      <MonthPickerInput
        {...frame}
        {...joined(frame).control}
        rightSection={frame.rightSection ?? chevron}
        placeholder={props.placeholder ?? 'Select...'}
        valueFormat="MMMM YYYY"
        clearable={clearable}
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        // By the id of the field the dialog is called as the field is.
        popoverProps={{ returnFocus: true, id: frame.id }}
        ariaLabels={{
          previousYear: 'Previous year',
          nextYear: 'Next year',
          previousDecade: 'Previous decade',
          nextDecade: 'Next decade',
          yearLevelControl: 'Choose a year',
        }}
        aria-label={props.label ?? label}
        value={wire === '' ? null : wire}
        defaultDate={wire || max}
        minDate={min}
        maxDate={max}
        onChange={take}
      />
    </FieldCell>
  )
}
