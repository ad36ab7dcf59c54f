/** A list of records that the server gives page by page. */
import type { Pages } from '../../lib/query'
import { Paged } from './Paged'
import { RecordList, type RecordLine } from './RecordList'

/** So many are asked for at once. */
const perPage = 100

interface PagedRecordsProps<Row> {
  pages: Pages<Row>
  /** Which of the rows are listed; all when absent. */
  of?: (row: Row) => boolean
  label: string
  /** What is asked for, as in `The results did not load`. */
  what: string
  empty: string
  line: (row: Row, index: number) => RecordLine
}

export function PagedRecords<Row>({ pages, of = () => true, label, what, empty, line }: PagedRecordsProps<Row>) {
  return (
    <Paged pages={pages} perPage={perPage} what={what} flush>
      {(rows, isWhole) => {
        const listed = rows.filter(of)
        return (listed.length > 0 || isWhole) && <RecordList label={label} empty={empty} records={listed.map(line)} />
      }}
    </Paged>
  )
}
