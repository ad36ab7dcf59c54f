/** A list of records that the server gives page by page: the first one at once, each further one on request. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Pages } from '../lib/query'
import { Answered } from './Answered'
import { RecordList, type RecordLine } from './RecordList'
import { ShowMore } from './ShowMore'

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
  const query = useInfiniteQuery({
    queryKey: [...pages.queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => pages.page({ Page: pageParam, PerPage: perPage }, signal),
    initialPageParam: 1,
    ...(pages.staleTime === undefined ? {} : { staleTime: pages.staleTime }),
    getNextPageParam: ({ TotalPages }, _, last) => (last < TotalPages ? last + 1 : undefined),
  })
  return (
    <Answered query={query} what={what} flush>
      {({ pages: read }) => {
        const rows = read.flatMap(({ Data }) => Data)
        return (
          <>
            <RecordList label={label} empty={empty} records={rows.map(line)} />
            {query.hasNextPage && <ShowMore shown={rows.length} total={read.at(-1)?.TotalRecords ?? 0} step={perPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />}
          </>
        )
      }}
    </Answered>
  )
}
