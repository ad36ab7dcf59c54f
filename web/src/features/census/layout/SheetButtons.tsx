/** The sheets of people of a workbook, of which a person chooses the census: it is read, and so is that sheet of the group's next files. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { censusKey } from '../busy'
import { mapping as mappingQuery, saveMapping, type CensusFile, type CensusTask } from '../queries'
import { whyLocked } from '../tasks/recordForm'

interface SheetButtonsProps {
  file: CensusFile
  mapped: Pick<CensusTask, 'Id'>
  /** Whether the sheet that is read is offered too, as while none was chosen. */
  offersRead?: boolean
}

export function SheetButtons({ file, mapped, offersRead }: SheetButtonsProps) {
  const can = useCan()
  const client = useQueryClient()
  const { data } = useQuery(mappingQuery(file.Id, mapped.Id, null))
  const [chosen, setChosen] = useState<string>()
  if (!data || !can('EditCensus') || whyLocked(file) !== false) return null
  const choose = (Sheet: string) => {
    setChosen(Sheet)
    const wish = { Sheet, HeadingLine: null, Columns: null, Orders: [], Remember: true }
    const saved = saveMapping(file.Id, mapped.Id, wish).then(() =>
      toast.success(`Sheet ${Sheet}: the file is read again.`),
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
      {data.Sheets.filter(({ Name }) => offersRead || Name !== data.Sheet).map(({ Name, Rows }) => (
        <Button key={Name} small busy={chosen === Name} onClick={() => choose(Name)}>
          {`${Name}, ${counted(Rows, 'row')}`}
        </Button>
      ))}
    </ButtonRow>
  )
}
