/** The filter of lists that hold records of several groups. */
import { useRouterState } from '@tanstack/react-router'
import { groupChoices, groupOption } from '../api/choices'
import type { Filter } from '../ui/list/FilterChip'
import { filterOptions } from '../ui/list/filterOptions'

export const groupFilter: Filter = {
  name: 'group',
  label: 'Employer group',
  options: filterOptions(groupChoices, groupOption),
}

/** The same where the server narrows by one group only. */
export const oneGroupFilter: Filter = { ...groupFilter, single: true }

/** The group that such a list is narrowed to; 0 for all. */
export function useChosenGroup(): number {
  const chosen: unknown = useRouterState({
    select: ({ location }) => ('group' in location.search ? location.search.group : undefined),
  })
  return Number(chosen) || 0
}
