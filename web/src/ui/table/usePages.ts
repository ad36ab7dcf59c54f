/** The pages read so far of what the server gives page by page. Whoever asks for the same pages shares them: they are asked for once. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Pages } from '../../lib/query'

export function usePages<Row>(pages: Pages<Row>, perPage: number) {
  return useInfiniteQuery({
    queryKey: [...pages.queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => pages.page({ Page: pageParam, PerPage: perPage }, signal),
    initialPageParam: 1,
    ...(pages.staleTime === undefined ? {} : { staleTime: pages.staleTime }),
    getNextPageParam: ({ TotalPages }, _, last) => (last < TotalPages ? last + 1 : undefined),
  })
}
