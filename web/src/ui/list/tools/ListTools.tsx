/** What can be done with a list as it is shown: its columns, its saved views, its file. */
import { useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ListDefaults } from '../../../lib/list'
import { part } from '../../../lib/part'
import { shownColumns, type Column } from '../columns'
import type { Filter } from '../FilterChip'
import type { ListUrl } from '../useListUrl'
import { ColumnChoice } from './ColumnChoice'
import { CsvButton, type ListCsv } from './CsvButton'
import { SavedViewsMenu } from './SavedViewsMenu'

const NamedView = part(() => import('./NamedView').then((view) => view.NamedView))

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
  const named = useRouterState({ select: ({ location }) => viewIn(location.search) })
  const keys = shownColumns(columns, url.columns)
    .filter(({ kind }) => kind !== 'blank')
    .map(({ key }) => key)
  return (
    <>
      {!narrow && <ColumnChoice columns={columns} url={url} />}
      <SavedViewsMenu {...list} />
      {named !== undefined && (
        <Suspense>
          <NamedView key={named} {...list} name={named} />
        </Suspense>
      )}
      {csv && <CsvButton get={csv} params={url.params} columns={keys} narrow={narrow} />}
    </>
  )
}

/** The name of the view that an address asks for. */
function viewIn(search: object): string | undefined {
  const name: unknown = 'view' in search ? search.view : undefined
  return typeof name === 'string' || typeof name === 'number' ? String(name) || undefined : undefined
}
