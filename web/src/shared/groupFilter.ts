/** The filter of lists that hold records of several groups. */
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
