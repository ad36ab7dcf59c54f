/** Opens the saved view that the address names, as in `/employers?view=Renewals`, and says so when there is none of that name. */
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import type { ListDefaults } from '../../../lib/list'
import { toast } from '../../toast/toasts'
import type { Column } from '../columns'
import type { Filter } from '../FilterChip'
import type { ListUrl } from '../useListUrl'
import { SavedViewsPart, type SavedViews } from './savedViews'
import { openedView, sayGone } from './viewAddress'

interface NamedViewProps {
  listKey: string
  url: ListUrl
  columns: readonly Column<never>[]
  filters: readonly Filter[]
  defaults: ListDefaults
  name: string
}

export function NamedView(props: NamedViewProps) {
  const views = useContext(SavedViewsPart)
  return views && <Opened {...props} views={views} />
}

type OpenedProps = NamedViewProps & { views: SavedViews }

function Opened({ name, listKey, views, url, columns, filters, defaults }: OpenedProps) {
  const { data } = useQuery({ ...views.of(listKey), staleTime: 60_000 })
  useEffect(() => {
    if (!data) return
    const found = data.find((view) => view.name.toLowerCase() === name.trim().toLowerCase())
    if (!found) {
      toast.info(`You have no view “${name}” of this list. All is shown.`)
      return url.show({})
    }
    const { search, gone } = openedView(found.query, { columns, filters, defaults })
    sayGone(found.name, gone)
    url.show(search)
    // Once for the answer: what is shown then is a new address, without the name.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return null
}
