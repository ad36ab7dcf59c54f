/**
 * A day: typed as MM/DD/YYYY or picked from the calendar. The value is YYYY-MM-DD when it is a day, otherwise what was typed,
 * so that the server can say what is wrong with it; empty is an empty text.
 */
import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState, type KeyboardEvent } from 'react'
import { date, endedBySlash, isDate, readDate, readWholeDate } from '../../lib/format/dates'
import { dateMask } from '../../lib/format/masks'
import { IconButton } from '../action/Button'
import { IconCalendar } from '../icons'
import { calendarLabels } from '../../lib/format/calendarLabels'
import { asText, FieldCell, given, useFieldFrame, withComplaint, type FieldProps } from './frame'
import { MaskedInput } from './MaskedInput'
import { useRefusedText } from './useRefusedText'

interface DateFieldProps extends FieldProps {
  /** First and last day that may be picked, as YYYY-MM-DD. */
  min?: string
  max?: string
}

/** What people type between month, day and year. */
const separators = ['/', '-', '.', ' ']

export function DateField({ min, max, ...props }: DateFieldProps) {
  const { frame, label, value, set, complain } = useFieldFrame(props, given(props))
  const refused = useRefusedText(complain, 'a date such as 07/31/2026')
  const wire = asText(value)
  const show = (text: string) => set(readDate(text) ?? text)
  const endBySeparator = (event: KeyboardEvent<HTMLInputElement>) => {
    const ended = separators.includes(event.key) ? endedBySlash(event.currentTarget.value) : undefined
    if (ended === undefined) return
    event.preventDefault()
    event.stopPropagation()
    show(ended)
  }
  const calendar = (
    <Calendar
      label={label}
      day={isDate(wire) ? wire : null}
      min={min}
      max={max}
      disabled={frame.disabled}
      onPick={(day) => {
        refused.withdraw()
        show(date(day))
      }}
    />
  )
  return (
    <FieldCell field={props}>
      <MaskedInput
        {...withComplaint(frame, refused.complaint)}
        refused={refused}
        rightSection={frame.rightSection ?? calendar}
        mask={dateMask}
        placeholder={props.placeholder ?? 'MM/DD/YYYY'}
        value={date(wire)}
        onKeyDownCapture={endBySeparator}
        onMasked={show}
        readWhole={readWholeDate}
      />
    </FieldCell>
  )
}

interface CalendarProps {
  label: string
  day: string | null
  min: string | undefined
  max: string | undefined
  disabled: boolean
  onPick: (day: string) => void
}

/** The button that opens the calendar. */
function Calendar({ label, day, min, max, disabled, onPick }: CalendarProps) {
  const [open, setOpen] = useState(false)
  const pick = (picked: string | null) => {
    onPick(picked ?? '')
    setOpen(false)
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          small
          icon={IconCalendar}
          label={`Pick ${label.toLowerCase()}`}
          aria-expanded={open}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DatePicker
          size="xs"
          firstDayOfWeek={0}
          hideOutsideDates
          ariaLabels={calendarLabels}
          value={day}
          defaultDate={day ?? undefined}
          minDate={min}
          maxDate={max}
          onChange={pick}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
