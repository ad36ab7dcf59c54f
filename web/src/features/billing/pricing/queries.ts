/** What the pricing screens read and write: options are named rates, pricing groups are coded sets of members that use one. */
import { api, value } from '../../../api/client'
import { listCsv } from '../../../api/downloads'
import { listQuery } from '../../../api/list'
import type { components } from '../../../api/schema'
import type { ListParams, Page } from '../../../lib/list'
import type { Listing } from '../../../lib/listing'
import type { Query } from '../../../lib/query'

type Schemas = components['schemas']
export type PricingOption = Schemas['PricingOptionView']
export type PricingGroup = Schemas['PricingGroupView']

/** The pricing options of a group; refreshed as a whole after a save. */
export function optionsKey(employerId: number) {
  return ['pricing options', employerId]
}

/** The list as a file. */
export function optionCsv(employerId: number) {
  return listCsv('/api/v1/billing/{employerId}/pricing/as-csv', { employerId }, listQuery)
}

function optionList(employerId: number): (params: ListParams) => Query<Page<PricingOption>> {
  return (params) => ({
    queryKey: [...optionsKey(employerId), 'list', params],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/pricing', {
          params: { path: { employerId }, query: listQuery(params) },
          signal,
        }),
      ),
  })
}

/** That list on its page. */
export function optionListing(employerId: number): Listing<PricingOption> {
  return {
    listKey: 'pricing-options',
    list: optionList(employerId),
    defaults: { PerPage: 25, OrderBy: 'Id' },
  }
}

/** The options that may be chosen: those that are not archived. */
export function optionChoices(employerId: number): Query<readonly PricingOption[]> {
  return {
    queryKey: [...optionsKey(employerId), 'choices'],
    queryFn: async ({ signal }) =>
      (
        await value(
          api.GET('/api/v1/billing/{employerId}/pricing', {
            params: { path: { employerId }, query: { IncludeArchived: false } },
            signal,
          }),
        )
      ).Data,
  }
}

export function option(employerId: number, pricingId: number): Query<PricingOption> {
  return {
    queryKey: [...optionsKey(employerId), pricingId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/pricing/{pricingId}', {
          params: { path: { employerId, pricingId } },
          signal,
        }),
      ),
  }
}

/** Creates an option, or saves the one with this id. */
export function saveOption(
  employerId: number,
  pricingId: number | undefined,
  body: Schemas['PricingOptionInput'],
): Promise<PricingOption> {
  return pricingId === undefined
    ? value(api.POST('/api/v1/billing/{employerId}/pricing', { params: { path: { employerId } }, body }))
    : value(
        api.PUT('/api/v1/billing/{employerId}/pricing/{pricingId}', {
          params: { path: { employerId, pricingId } },
          body,
        }),
      )
}

/** What a change of an option changes: whatever shows its rate. */
export function changedByOptions(employerId: number) {
  return [optionsKey(employerId), pricingGroupsKey(employerId), ['plans', employerId], ['groups']]
}

/** The pricing groups of a group; refreshed as a whole after a save. */
export function pricingGroupsKey(employerId: number) {
  return ['pricing groups', employerId]
}

/** The list as a file. */
export function pricingGroupCsv(employerId: number) {
  return listCsv('/api/v1/billing/{employerId}/pricing-groups/as-csv', { employerId }, listQuery)
}

function pricingGroupList(employerId: number): (params: ListParams) => Query<Page<PricingGroup>> {
  return (params) => ({
    queryKey: [...pricingGroupsKey(employerId), 'list', params],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/pricing-groups', {
          params: { path: { employerId }, query: listQuery(params) },
          signal,
        }),
      ),
  })
}

/** That list on its page. */
export function pricingGroupListing(employerId: number): Listing<PricingGroup> {
  return {
    listKey: 'pricing-groups',
    list: pricingGroupList(employerId),
    defaults: { PerPage: 25, OrderBy: 'Id' },
  }
}

export function pricingGroup(employerId: number, pricingGroupId: number): Query<PricingGroup> {
  return {
    queryKey: [...pricingGroupsKey(employerId), pricingGroupId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/pricing-groups/{pricingGroupId}', {
          params: { path: { employerId, pricingGroupId } },
          signal,
        }),
      ),
  }
}

/** Creates a pricing group, or saves the one with this id. */
export function savePricingGroup(
  employerId: number,
  pricingGroupId: number | undefined,
  body: Schemas['PricingGroupInput'],
): Promise<PricingGroup> {
  return pricingGroupId === undefined
    ? value(api.POST('/api/v1/billing/{employerId}/pricing-groups', { params: { path: { employerId } }, body }))
    : value(
        api.PUT('/api/v1/billing/{employerId}/pricing-groups/{pricingGroupId}', {
          params: { path: { employerId, pricingGroupId } },
          body,
        }),
      )
}
