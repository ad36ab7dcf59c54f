/** What can be done with a list as it is shown: its columns, its saved views, its file. */
import type { ListDefaults } from '../../../lib/list'
import { shownColumns, type Column } from '../columns'
import type { Filter } from '../FilterChip'
import type { ListUrl } from '../useListUrl'
import { ColumnChoice } from './ColumnChoice'
import { CsvButton, type ListCsv } from './CsvButton'
import { SavedViewsMenu } from './SavedViewsMenu'

interface ListToolsProps<Row> {
  listKey: string
  url: ListUrl
  /** All that the list has. */
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  defaults: ListDefaults
  csv: ListCsv | undefined
  narrow: boolean
}

export function ListTools<Row>({ csv, ...list }: ListToolsProps<Row>) {
  const { url, columns, narrow } = list
  const keys = shownColumns(columns, url.columns)
    .filter(({ kind }) => kind !== 'blank')
    .map(({ key }) => key)
  return (
    <>
      {!narrow && <ColumnChoice columns={columns} url={url} />}
      <SavedViewsMenu {...list} />
      {csv && <CsvButton get={csv} params={url.params} columns={keys} narrow={narrow} />}
    </>
  )
}
