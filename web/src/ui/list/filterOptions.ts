/** The rows of a query as the choices of a filter. */
import type { Query } from '../../lib/query'
import type { FilterOption } from './FilterChip'

export function filterOptions<Row>(
  { queryKey, queryFn }: Query<readonly Row[]>,
  option: (row: Row) => { value: number | string; label: string },
): Query<readonly FilterOption[]> {
  return {
    queryKey: [...queryKey, 'options'],
    queryFn: async (context) =>
      (await queryFn(context)).map((row) => ({ ...option(row), value: String(option(row).value) })),
  }
}
