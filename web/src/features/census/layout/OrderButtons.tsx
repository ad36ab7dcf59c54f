/** The order of dates or of whole names, as a person chooses it: the file is read again, and the group's next files are read so. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { censusKey } from '../busy'
import { saveMapping, type CensusFile, type CensusTask } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { orderName, ordersOf } from './layoutWords'

interface OrderButtonsProps {
  file: CensusFile
  mapped: CensusTask
  /** `Dates` or `Names`. */
  about: string
  /** The order that is read, which is not offered; every order is without it. */
  read?: string
}

export function OrderButtons({ file, mapped, about, read }: OrderButtonsProps) {
  const can = useCan()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const offered = ordersOf(about)
  if (!can('EditCensus') || whyLocked(file) !== false || (read !== undefined && !offered.includes(read))) return null
  const choose = (order: string) => {
    setChosen(order)
    const wish = { Sheet: null, HeadingLine: null, Columns: null, Orders: [order], Remember: true }
    const saved = saveMapping(file.Id, mapped.Id, wish).then(() =>
      toast.success(`${orderName(order)}: the file is read again.`),
    )
    orNotice(
      saved.finally(() => {
        setChosen(undefined)
        void client.invalidateQueries({ queryKey: censusKey })
      }),
    )
  }
  return (
    <ButtonRow>
      {offered
        .filter((order) => order !== read)
        .map((order) => (
          <Button key={order} small busy={chosen === order} onClick={() => choose(order)}>
            {orderName(order)}
          </Button>
        ))}
    </ButtonRow>
  )
}
