/** List calls: our list parameters as the query of the wire. */
import type { ListParams, Page as PageOf } from '../lib/list'

/** The five parameters of every list call; filters are spread by the feature, which knows their types. */
export function listQuery(params: ListParams) {
  return {
    Page: params.Page,
    PerPage: params.PerPage,
    OrderBy: params.OrderBy,
    OrderDesc: params.OrderDesc,
    ...(params.Term ? { Term: params.Term } : {}),
  }
}

/** The largest page that the server gives. */
const largestPage = 1000

/** Every row of a list, page after page: what is offered to choose from is never cut off. */
export async function everyRow<Row>(
  page: (wanted: { Page: number; PerPage: number }) => Promise<PageOf<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let Page = 1; ; Page += 1) {
    const { Data, TotalPages } = await page({ Page, PerPage: largestPage })
    rows.push(...Data)
    if (Page >= TotalPages) return rows
  }
}
