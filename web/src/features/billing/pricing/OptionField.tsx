/** The choice of one of a group's pricing options, with their rates. One that was archived stays a choice where it is in use. */
import { useQuery } from '@tanstack/react-query'
import { money } from '../../../lib/format/money'
import { SelectField } from '../../../ui/fields/SelectField'
import type { FieldProps } from '../../../ui/fields/frame'
import { option, optionChoices, type PricingOption } from './queries'

interface OptionFieldProps extends FieldProps {
  employerId: number
  /** The option that is in use now. */
  stored?: number | null | undefined
  clearable?: boolean
}

export function OptionField({ employerId, stored, ...props }: OptionFieldProps) {
  const choices = useQuery(optionChoices(employerId))
  const found = choices.data ?? []
  const isArchived = choices.isSuccess && typeof stored === 'number' && !found.some(({ Id }) => Id === stored)
  const archived = useQuery({ ...option(employerId, stored ?? 0), enabled: isArchived })
  const options = isArchived && archived.data ? [...found, archived.data] : found
  return (
    <SelectField
      {...props}
      options={options.map(({ Id, Name, Rate, IsArchived }) => ({
        value: Id,
        label: optionLabel({ Name, Rate, IsArchived }),
      }))}
      query={isArchived && !archived.data ? archived : choices}
      nothing="This group has no pricing options."
    />
  )
}

/** `Virtual Care PEPM · $12.50`. */
export function optionLabel({ Name, Rate, IsArchived }: Pick<PricingOption, 'Name' | 'Rate' | 'IsArchived'>): string {
  return `${Name} · ${money(Rate)}${IsArchived ? ' (archived)' : ''}`
}
