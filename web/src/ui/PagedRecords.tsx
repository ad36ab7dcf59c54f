/** A list of records that the server gives page by page. */
import type { Pages } from '../lib/query'
import { Paged } from './Paged'
import { RecordList, type RecordLine } from './RecordList'

/** So many are asked for at once. */
const perPage = 100

interface PagedRecordsProps<Row> {
  pages: Pages<Row>
  label: string
  /** What is asked for, as in `The results did not load`. */
  what: string
  empty: string
  line: (row: Row, index: number) => RecordLine
}

export function PagedRecords<Row>({ pages, label, what, empty, line }: PagedRecordsProps<Row>) {
  return (
    <Paged pages={pages} perPage={perPage} what={what} flush>
      {(rows) => <RecordList label={label} empty={empty} records={rows.map(line)} />}
    </Paged>
  )
}
