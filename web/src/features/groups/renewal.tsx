/** When a group's contract is renewed, with the days left once it is near. */
import { useState } from 'react'
import { businessDay, date, daysBetween } from '../../lib/format/dates'
import { Tag } from '../../ui/value/Tag'

const near = 60
const veryNear = 14

interface RenewalProps {
  on: string
  /** Whether it stands alone and warns as soon as it is near, not among many where only the nearest do. */
  alone?: boolean
}

export function Renewal({ on, alone = false }: RenewalProps) {
  const [today] = useState(() => businessDay(new Date()))
  const days = daysBetween(today, on)
  return (
    <>
      {date(on)}{' '}
      {days >= 0 && days <= near && (
        <Tag kind={alone || days <= veryNear ? 'warn' : 'plain'}>{days === 1 ? '1 day' : `${days} days`}</Tag>
      )}
    </>
  )
}
