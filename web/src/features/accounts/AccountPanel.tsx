/** Creates or edits an ERP account; once it exists, its configuration has a tab of its own, with the editor of its system. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordId } from '../../lib/recordId'
import { SelectField } from '../../ui/fields/SelectField'
import { TextField } from '../../ui/fields/TextField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { namesNew, NoRecordPanel } from '../../ui/panel/ofRecord'
import { panelTabs, type PanelTabsProps } from '../../ui/panel/PanelTabs'
import { askingTabs } from '../../ui/panel/unsaved'
import { AccountingConfigPanel } from './AccountingConfigPanel'
import { NetsuiteConfigPanel } from './NetsuiteConfigPanel'
import { ExpiryNote, renewing } from './TokenExpiry'
import { account, accountsKey, saveAccount, serviceTypes, type Account } from './queries'

const tabs = [
  { name: 'details', label: 'Details' },
  { name: 'config', label: 'Config' },
] as const
type Tab = (typeof tabs)[number]['name']

const blank = { Name: '', ServiceType: null as string | null, ApiBaseUrl: '' }

function toValues({ Name, ServiceType, ApiBaseUrl }: Account): typeof blank {
  return { Name, ServiceType, ApiBaseUrl }
}

/** The id is empty or 0 for a new account. */
export function AccountPanel({ id }: { id: string }) {
  const [tab, setTab] = useState<Tab>('details')
  const accountId = recordId(id)
  if (namesNew(id)) return <AccountDetails id={undefined} />
  if (accountId === undefined) return <NoRecordPanel what="API service" />
  const choices = panelTabs('Parts of the API service', tabs, tab, setTab)
  return tab === 'config' ? (
    <AccountConfig id={accountId} tabs={choices} />
  ) : (
    <AccountDetails id={accountId} tabs={choices} />
  )
}

function AccountDetails({ id, tabs: choices }: { id: number | undefined; tabs?: PanelTabsProps }) {
  const form = useApiForm({
    key: `api service ${id ?? 'new'}`,
    blank,
    load: id === undefined ? undefined : account(id),
    toValues,
    save: (values, loaded) => saveAccount(id, { ...values, Version: loaded?.Version ?? null }),
    refresh: [accountsKey],
    saved: id === undefined ? 'The api service has been created.' : 'The api service has been updated.',
    offers: ({ Id }) =>
      id === undefined ? { label: 'Open', to: '/settings/api-services', panel: `service.${Id}` } : undefined,
  })
  const expiring = form.loaded?.TokenExpiry
  const types = useQuery(serviceTypes)
  const options = (types.data ?? []).map(({ Name, Value }) => ({ value: Value, label: Name }))
  return (
    <FormPanel
      form={form}
      title="API Service"
      context={form.loaded?.Name}
      tabs={choices && askingTabs(choices, form.dirty)}
      action="Save"
      history={id === undefined ? undefined : { subject: 'api_service', id }}
      note={expiring && <ExpiryNote expiry={expiring} todo={renewing} />}
    >
      <FormSection>
        <TextField name="Name" label="Name" />
        <SelectField name="ServiceType" label="Service Type" options={options} query={types} />
        <TextField
          name="ApiBaseUrl"
          label="Base URL"
          type="url"
          help="Where the system's API answers. It begins with https, unless the system is on this machine."
        />
      </FormSection>
    </FormPanel>
  )
}

/** The editor of the account's system. */
function AccountConfig({ id, tabs: choices }: { id: number; tabs: PanelTabsProps }) {
  const { data: found } = useQuery(account(id))
  if (!found) return <AccountDetails id={id} tabs={choices} />
  return found.ServiceType === 'netsuite' ? (
    <NetsuiteConfigPanel account={found} tabs={choices} />
  ) : (
    <AccountingConfigPanel account={found} tabs={choices} />
  )
}
