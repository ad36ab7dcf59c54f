/** Which field each column of the file holds. */
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button'
import type { Column } from '../../ui/list/columns'
import { SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'
import { PlainTable } from '../../ui/PlainTable'
import { mappedColumns, type MappedColumn } from './mapping'
import { file as fileQuery } from './queries'
import { fileNumber } from './words'

const columns: readonly Column<MappedColumn>[] = [
  { key: 'Heading', title: 'Column', kind: 'name', cell: ({ heading }) => heading },
  { key: 'Field', title: 'Field', cell: ({ field }) => field ?? 'Left out' },
]

export function MappingPanel({ id }: { id: number }) {
  const { close } = usePanelPlace()
  const { data } = useQuery(fileQuery(id))
  const rows = (data?.Tasks ?? []).flatMap(mappedColumns)
  return (
    <SidePanel title="Map Data" status={data && fileNumber(data)} context={data?.OriginalFileName} footer={<Button onClick={close}>Close</Button>}>
      {data && <PlainTable label="Columns of the file" columns={columns} rows={rows} rowId={({ index }) => index} />}
    </SidePanel>
  )
}
