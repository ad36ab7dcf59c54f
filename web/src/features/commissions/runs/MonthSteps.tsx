/** The month of the run, and the steps to the one before and after; the address names it. */
import { useNavigate } from '@tanstack/react-router'
import { addMonths, monthName, type Month } from '../../../lib/format/months'
import { IconButton } from '../../../ui/action/Button'
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons'
import styles from './Run.module.css'
import { isBefore, monthText } from './runMonths'

interface MonthStepsProps {
  month: Month
  min: Month
  max: Month
}

export function MonthSteps({ month, min, max }: MonthStepsProps) {
  const navigate = useNavigate()
  const go = (by: number) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        period: [monthText(addMonths(month, by))],
        page: undefined,
        row: undefined,
        part: undefined,
      }),
      resetScroll: false,
    })
  return (
    <span className={styles.month} role="group" aria-label="Billing month">
      <IconButton
        small
        icon={IconChevronLeft}
        label="Previous month"
        disabled={!isBefore(min, month)}
        onClick={() => go(-1)}
      />
      <strong aria-live="polite">{monthName(month)}</strong>
      <IconButton
        small
        icon={IconChevronRight}
        label="Next month"
        disabled={!isBefore(month, max)}
        onClick={() => go(1)}
      />
    </span>
  )
}
