/** The navigation of the signed-in user: what the role may open, and of that what there is to see. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onChanged } from '../../api/client'
import { group, onlyGroup } from '../../features/groups/queries'
import { countOf } from '../../features/work-queue/counts'
import { workQueue } from '../../features/work-queue/queries'
import { useCan, type Action } from '../../session/session'
import { workQueueKey } from '../../shared/changes'
import type { NavGroup } from '../../ui/shell/Shell'
import { navigation } from './navigation'

/** So long after a change nothing more follows it, in milliseconds. */
const restOfChanges = 300

export function useNavigation(): NavGroup[] {
  const can = useCan()
  const invoices = useInvoicesSeen(can)
  return navigation((action) => can(action) && (action !== 'ViewInvoices' || invoices))
}

/** The same with what waits beside each entry. */
export function useCountedNavigation(): NavGroup[] {
  const groups = useNavigation()
  const asks = useCan()('ViewWorkQueue')
  const { data, isStale, refetch } = useQuery({ ...workQueue, enabled: asks })
  const page = useRouterState({ select: ({ location }) => location.pathname })
  useCountsFollow(asks)
  // Counts that have grown old are asked for with the next page, which a person opens: nothing asks while that person is away.
  useEffect(() => {
    if (asks && isStale) void refetch()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [page])
  if (!data) return groups
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) => ({ ...item, count: countOf(data, item.to) })),
  }))
}

/** The counts are asked for anew once changes have come to rest: several calls in a row are one question. */
function useCountsFollow(asks: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!asks) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const stop = onChanged(() => {
      clearTimeout(rest)
      rest = setTimeout(() => void client.invalidateQueries({ queryKey: workQueueKey }), restOfChanges)
    })
    return () => {
      stop()
      clearTimeout(rest)
    }
  }, [asks, client])
}

/**
 * Whether there may be invoices to see (rules.md#invoice-access). Whoever sees one group alone sees them when it has invoice access; who sees
 * several is not told without a call for each, and keeps the entry. Both answers are those that led him to his group.
 */
function useInvoicesSeen(can: (action: Action) => boolean): boolean {
  const asks = can('ViewInvoices') && !can('ViewBilling') && !can('ViewBrokers')
  const only = useQuery({ ...onlyGroup, enabled: asks })
  const employerId = only.data ?? 0
  const found = useQuery({ ...group(employerId), enabled: asks && employerId > 0 })
  if (!asks || only.isError || found.isError || only.data === null) return true
  return found.data?.EnableInvoiceAccess ?? false
}
