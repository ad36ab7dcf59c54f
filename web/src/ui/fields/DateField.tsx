/**
 * A day: typed as MM/DD/YYYY or picked from the calendar. The value is YYYY-MM-DD when it is a day, otherwise what was typed,
 * so that the server can say what is wrong with it; empty is an empty text.
 */
import { MaskInput, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { date, isDate, readDate } from '../../lib/dates'
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
  const [open, setOpen] = useState(false)
  const wire = asText(value)
  const picked = isDate(wire) ? wire : null
  const calendar = (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton small icon={IconCalendar} label={`Pick ${label.toLowerCase()}`} aria-expanded={open} disabled={frame.disabled} onClick={() => setOpen(!open)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DatePicker
          size="xs"
          firstDayOfWeek={0}
          hideOutsideDates
          ariaLabels={calendarLabels}
          value={picked}
          defaultDate={picked ?? undefined}
          minDate={min}
          maxDate={max}
          onChange={(day) => {
            set(day ?? '')
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
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
        onChange={() => {}}
        onChangeRaw={(_, masked) => set(readDate(masked) ?? masked)}
      />
    </FieldCell>
  )
}
