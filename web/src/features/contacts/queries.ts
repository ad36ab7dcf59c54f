/** What the contacts of a group read and write. */
import { api, value } from '../../api/client'
import { contactsKey } from '../../api/choices'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'

export type Contact = components['schemas']['ContactView']

export function contact(employerId: number, contactId: number): Query<Contact> {
  return {
    queryKey: [...contactsKey(employerId), contactId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/employers/{employerId}/contacts/{contactId}', {
          params: { path: { employerId, contactId } },
          signal,
        }),
      ),
  }
}

/** Creates a contact, or saves the one with this id. */
export function saveContact(
  employerId: number,
  contactId: number | undefined,
  body: components['schemas']['ContactInput'],
): Promise<Contact> {
  return contactId === undefined
    ? value(api.POST('/api/v1/employers/{employerId}/contacts', { params: { path: { employerId } }, body }))
    : value(
        api.PUT('/api/v1/employers/{employerId}/contacts/{contactId}', {
          params: { path: { employerId, contactId } },
          body,
        }),
      )
}
