/** The configuration of a QuickBooks account. */
import { useQuery } from '@tanstack/react-query'
import { erpAccounts } from '../../api/choices'
import { SecretField } from '../../ui/fields/SecretField'
import { SelectField } from '../../ui/fields/SelectField'
import { TextField } from '../../ui/fields/TextField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import type { PanelTabsProps } from '../../ui/panel/PanelTabs'
import { askingTabs } from '../../ui/panel/unsaved'
import {
  accountingSecret,
  accountsKey,
  saveAccountingConfig,
  type Account,
  type AccountingConfig,
  type WithSecret,
} from './queries'

const texts = {
  RealmId: '',
  ClientId: '',
  LeadingInvoiceNumber: '',
  PEPMClassId: '',
  PEPMProductId: '',
  PerConsultProductId: '',
  PerConsultClassId: '',
  CostOfRevenueCommissionAccountId: '',
  CostOfRevenueClassId: '',
  APAccountId: '',
  CommissionBillSalesTermId: '',
  LocationId: '',
  AgentId: '',
  DollarAmountId: '',
  TagIds: '',
}
type Texts = typeof texts
type Values = Texts & { ApiServiceId: number | null; ClientSecret: string }

function toValues({ config, secret }: WithSecret<AccountingConfig>): Values {
  const filled = Object.keys(texts).map((name) => [name, config[name as keyof Texts] ?? ''])
  return { ...(Object.fromEntries(filled) as Texts), ApiServiceId: config.ApiServiceId, ClientSecret: secret }
}

export function AccountingConfigPanel({ account, tabs }: { account: Account; tabs: PanelTabsProps }) {
  const config = account.QuickbooksConfigs[0]
  const form = useApiForm({
    key: `accounting config ${account.Id}`,
    blank: { ...texts, ApiServiceId: account.Id as number | null, ClientSecret: '' },
    load: config && accountingSecret(config),
    toValues,
    save: (values) => saveAccountingConfig(config?.Id, { ...values, Version: config?.Version ?? null }),
    refresh: [accountsKey],
    saved: config ? 'The api config has been updated.' : 'The api config has been created.',
  })
  const accounts = useQuery(erpAccounts)
  const options = (accounts.data?.Data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  return (
    <FormPanel
      form={form}
      title="API Service"
      context={account.Name}
      tabs={askingTabs(tabs, form.dirty)}
      action="Save"
      history={config && { subject: 'accounting_config', id: config.Id }}
    >
      <FormSection>
        <SelectField
          name="ApiServiceId"
          label="ERP Account"
          options={options}
          query={accounts}
          span={3}
          locked={config && 'Cannot change after the first save.'}
        />
        <TextField name="RealmId" label="Realm ID" span={3} />
        <TextField name="ClientId" label="Client ID" span={3} />
        <SecretField
          name="ClientSecret"
          label="Client Secret"
          span={3}
          help="Left empty, the stored one stays. Opening it here is written to the audit trail with your name."
        />
        <TextField name="LeadingInvoiceNumber" label="Leading Invoice Number" optional span={3} />
      </FormSection>
      <FormSection title="Products and classes">
        <TextField name="PEPMClassId" label="PEPM Class ID" optional span={3} />
        <TextField name="PEPMProductId" label="PEPM Product ID" optional span={3} />
        <TextField name="PerConsultProductId" label="Per Consult Product ID" optional span={3} />
        <TextField name="PerConsultClassId" label="Per Consult Class ID" optional span={3} />
      </FormSection>
      <FormSection title="Commission bills">
        <TextField
          name="CostOfRevenueCommissionAccountId"
          label="Cost of Revenue Commission Account ID"
          optional
          span={3}
        />
        <TextField name="CostOfRevenueClassId" label="Cost of Revenue Class ID" optional span={3} />
        <TextField name="APAccountId" label="AP Account ID" optional span={3} />
        <TextField name="CommissionBillSalesTermId" label="Commission Bill Sales Term ID" optional span={3} />
      </FormSection>
      <FormSection title="Further fields">
        <TextField name="LocationId" label="Location ID" optional span={3} />
        <TextField name="AgentId" label="Agent ID" optional span={3} />
        <TextField name="DollarAmountId" label="Dollar Amount ID" optional span={3} />
        <TextField name="TagIds" label="Tag IDs" optional span={3} />
      </FormSection>
    </FormPanel>
  )
}
