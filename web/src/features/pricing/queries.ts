/** What the pricing screens read and write: options are named rates, pricing groups are coded sets of members that use one. */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'

type Schemas = components['schemas']
export type PricingOption = Schemas['PricingOptionView']

/** The pricing options of a group; refreshed as a whole after a save. */
export function optionsKey(employerId: number) {
  return ['pricing options', employerId]
}

/** The options that may be chosen: those that are not archived. */
export function optionChoices(employerId: number): Query<readonly PricingOption[]> {
  return {
    queryKey: [...optionsKey(employerId), 'choices'],
    queryFn: async ({ signal }) => (await value(api.GET('/api/v1/billing/{employerId}/pricing', { params: { path: { employerId }, query: { IncludeArchived: false } }, signal }))).Data,
  }
}

export function option(employerId: number, pricingId: number): Query<PricingOption> {
  return {
    queryKey: [...optionsKey(employerId), pricingId],
    queryFn: ({ signal }) => value(api.GET('/api/v1/billing/{employerId}/pricing/{pricingId}', { params: { path: { employerId, pricingId } }, signal })),
  }
}
