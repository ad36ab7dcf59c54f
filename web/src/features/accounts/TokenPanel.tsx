/** Creates or edits the OAuth tokens of an ERP account. */
import { useQuery } from '@tanstack/react-query'
import { erpAccounts } from '../../api/choices'
import { SecretField } from '../../ui/fields/SecretField'
import { SelectField } from '../../ui/fields/SelectField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { ExpiryNote, renewing } from './TokenExpiry'
import { saveToken, token, tokensKey, type Token } from './queries'

const blank = { ApiServiceId: null as number | null, AccessToken: '', RefreshToken: '' }

function toValues({ ApiServiceId, AccessToken, RefreshToken }: Token): typeof blank {
  return { ApiServiceId, AccessToken, RefreshToken }
}

export function TokenPanel({ id }: { id: number | undefined }) {
  const form = useApiForm({
    key: `api token ${id ?? 'new'}`,
    blank,
    load: id === undefined ? undefined : token(id),
    toValues,
    save: (values, loaded) => saveToken(id, { ...values, Version: loaded?.Version ?? null }),
    // An update shows nothing new in the list, but for a new token there is a row.
    refresh: id === undefined ? [tokensKey] : [],
    saved: id === undefined ? 'The api token has been created.' : 'The api token has been updated.',
    offers: ({ Id }) =>
      id === undefined ? { label: 'Open', to: '/settings/api-tokens', panel: `token.${Id}` } : undefined,
  })
  const expiring = form.loaded?.Expiry
  const accounts = useQuery(erpAccounts)
  const options = (accounts.data?.Data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  return (
    <FormPanel
      form={form}
      title="API Token"
      context={id === undefined ? undefined : `Token ${id}`}
      action="Save"
      history={id === undefined ? undefined : { subject: 'api_token', id }}
      note={expiring && <ExpiryNote expiry={expiring} todo={renewing} />}
    >
      <FormSection help="Left empty, a stored token stays. Opening tokens here is written to the audit trail with your name.">
        <SelectField name="ApiServiceId" label="ERP Account" options={options} query={accounts} />
        <SecretField name="AccessToken" label="Access Token" lines />
        <SecretField name="RefreshToken" label="Refresh Token" lines />
      </FormSection>
    </FormPanel>
  )
}
