/** List calls: our list parameters as the query of the wire. */
import type { ListParams } from '../lib/list'

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
