/** What the server gives page by page: the first page at once, each further one on request. */
import type { ReactNode } from 'react'
import type { Pages } from '../../lib/query'
import { Answered } from '../state/Answered'
import { ShowMore } from './ShowMore'
import { usePages } from './usePages'

interface PagedProps<Row> {
  pages: Pages<Row>
  /** So many are asked for at once. */
  perPage: number
  /** What is asked for, as in `The results did not load`. */
  what: string
  /** Inside of a panel or a card, which have margins of their own. */
  flush?: boolean
  /** `isWhole` when there is no further page. */
  children: (rows: readonly Row[], isWhole: boolean) => ReactNode
}

export function Paged<Row>({ pages, perPage, what, flush = false, children }: PagedProps<Row>) {
  const query = usePages(pages, perPage)
  return (
    <Answered query={query} what={what} flush={flush}>
      {({ pages: read }) => {
        const rows = read.flatMap(({ Data }) => Data)
        return (
          <>
            {children(rows, !query.hasNextPage)}
            {query.hasNextPage && (
              <ShowMore
                shown={rows.length}
                total={read.at(-1)?.TotalRecords ?? 0}
                step={perPage}
                busy={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            )}
          </>
        )
      }}
    </Answered>
  )
}
