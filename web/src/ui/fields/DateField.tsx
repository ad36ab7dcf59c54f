/**
 * A day: typed as MM/DD/YYYY or picked from the calendar. The value is YYYY-MM-DD when it is a day, otherwise what was typed,
 * so that the server can say what is wrong with it; empty is an empty text.
 */
import { MaskInput, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { date, endedBySlash, isDate, readDate, readPasted } from '../../lib/dates'
import { dateMask } from '../../lib/masks'
import { IconButton } from '../Button'
import { IconCalendar } from '../icons'
import { calendarLabels } from './calendarLabels'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'

interface DateFieldProps extends FieldProps {
  /** First and last day that may be picked, as YYYY-MM-DD. */
  min?: string
  max?: string
}

export function DateField({ min, max, ...props }: DateFieldProps) {
  const { frame, label, value, set } = useFieldFrame(props)
  const wire = asText(value)
  const setInstead = (text: string | undefined, event: KeyboardEvent | ClipboardEvent) => {
    if (text === undefined) return
    event.preventDefault()
    set(text)
  }
  const calendar = (
    <Calendar
      label={label}
      day={isDate(wire) ? wire : null}
      min={min}
      max={max}
      disabled={frame.disabled}
      onPick={set}
    />
  )
  return (
    <FieldCell field={props}>
      <MaskInput
        {...frame}
        rightSection={frame.rightSection ?? calendar}
        mask={dateMask}
        slotChar={null}
        inputMode="numeric"
        placeholder={props.placeholder ?? 'MM/DD/YYYY'}
        value={date(wire)}
        onKeyDown={(event) => event.key === '/' && setInstead(endedBySlash(event.currentTarget.value), event)}
        onPaste={(event) => setInstead(readPasted(event.clipboardData.getData('text')), event)}
        onChange={() => {}}
        onChangeRaw={(_, masked) => set(readDate(masked) ?? masked)}
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
