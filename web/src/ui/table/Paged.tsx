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
  /** Leaves it to the children to draw the button for the next page, behind the last row of a box that scrolls. */
  moreInside?: boolean
  /** `isWhole` when there is no further page; `more` is the button for it. */
  children: (rows: readonly Row[], isWhole: boolean, more: ReactNode) => ReactNode
}

export function Paged<Row>({ pages, perPage, what, flush = false, moreInside = false, children }: PagedProps<Row>) {
  const query = usePages(pages, perPage)
  return (
    <Answered query={query} what={what} flush={flush}>
      {({ pages: read }) => {
        const rows = read.flatMap(({ Data }) => Data)
        const more = query.hasNextPage && (
          <ShowMore
            shown={rows.length}
            total={read.at(-1)?.TotalRecords ?? 0}
            step={perPage}
            busy={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        )
        return (
          <>
            {children(rows, !query.hasNextPage, more)}
            {!moreInside && more}
          </>
        )
      }}
    </Answered>
  )
}
