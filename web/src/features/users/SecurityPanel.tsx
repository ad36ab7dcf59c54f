/** Which roles need a second factor to sign in. */
import { useQuery } from '@tanstack/react-query'
import { sessionQuery, useMe } from '../../session/session'
import { CheckboxesField } from '../../ui/fields/CheckboxesField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/state/Note'
import { FormPanel } from '../../ui/panel/FormPanel'
import { roles, saveSecurity, security, securityKey, type Security } from './queries'

export function SecurityPanel() {
  const { User } = useMe()
  const form = useApiForm({
    key: 'security settings',
    blank: { SecondFactorRoleIds: [] as number[] },
    load: security,
    toValues: ({ SecondFactorRoleIds }: Security) => ({ SecondFactorRoleIds }),
    save: (values, loaded) => saveSecurity({ ...values, Version: loaded?.Version ?? null }),
    // One's own role may be among them.
    refresh: [securityKey, sessionQuery.queryKey],
    saved: 'The security settings have been saved.',
  })
  const query = useQuery(roles)
  const choices = (query.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  const meetsItself = form.values.SecondFactorRoleIds.includes(User.RoleId) && !User.HasSecondFactor
  return (
    <FormPanel form={form} title="Security" context="How people sign in" action="Save settings">
      <FormSection
        title="Second factor"
        help="Whoever has one of these roles enters a code of an authenticator app besides the password. Those who have not set one up yet are asked to do so when they next sign in or open a page, and can do nothing else before. In the other roles everybody decides for themselves."
      >
        <CheckboxesField
          name="SecondFactorRoleIds"
          label="Roles that need a second factor"
          choices={choices}
          query={query}
        />
      </FormSection>
      {meetsItself && (
        <Note kind="warn" title="You have no second factor yet.">
          After saving you are asked to set one up before you can go on.
        </Note>
      )}
    </FormPanel>
  )
}
