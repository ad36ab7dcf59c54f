/** The configuration of a QuickBooks account. */
import { useQuery } from '@tanstack/react-query'
import { erpAccounts } from '../../api/choices'
import { SecretField } from '../../ui/fields/SecretField'
import { SelectField } from '../../ui/fields/SelectField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import type { PanelTabsProps } from '../../ui/panel/PanelTabs'
import { askingTabs } from '../../ui/panel/unsaved'
import { ConfigNotes } from './ConfigNotes'
import { SettingField, TestedFields, useConnectionTest } from './ConnectionTest'
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
  const test = useConnectionTest(account, form)
  const accounts = useQuery(erpAccounts)
  const options = (accounts.data?.Data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  return (
    <FormPanel
      form={form}
      title="API Service"
      context={account.Name}
      tabs={askingTabs(tabs, form.dirty)}
      action="Save"
      note={
        (config || account.TokenExpiry) && <ConfigNotes account={account} test={config && test} dirty={form.dirty} />
      }
      history={config && { subject: 'accounting_config', id: config.Id }}
    >
      <TestedFields value={test.known}>
        <FormSection>
          <SelectField
            name="ApiServiceId"
            label="ERP Account"
            options={options}
            query={accounts}
            span={3}
            locked={config && 'Cannot change after the first save.'}
          />
          <SettingField name="RealmId" label="Realm ID" span={3} />
          <SettingField name="ClientId" label="Client ID" span={3} />
          <SecretField
            name="ClientSecret"
            label="Client Secret"
            span={3}
            help="Left empty, the stored one stays. Opening it here is written to the audit trail with your name."
          />
          <SettingField name="LeadingInvoiceNumber" label="Leading Invoice Number" optional span={3} />
        </FormSection>
        <FormSection title="Products and classes">
          <SettingField name="PEPMClassId" label="PEPM Class ID" optional span={3} />
          <SettingField name="PEPMProductId" label="PEPM Product ID" optional span={3} />
          <SettingField name="PerConsultProductId" label="Per Consult Product ID" optional span={3} />
          <SettingField name="PerConsultClassId" label="Per Consult Class ID" optional span={3} />
        </FormSection>
        <FormSection title="Commission bills">
          <SettingField
            name="CostOfRevenueCommissionAccountId"
            label="Cost of Revenue Commission Account ID"
            optional
            span={3}
          />
          <SettingField name="CostOfRevenueClassId" label="Cost of Revenue Class ID" optional span={3} />
          <SettingField name="APAccountId" label="AP Account ID" optional span={3} />
          <SettingField name="CommissionBillSalesTermId" label="Commission Bill Sales Term ID" optional span={3} />
        </FormSection>
        <FormSection title="Further fields">
          <SettingField name="LocationId" label="Location ID" optional span={3} />
          <SettingField name="AgentId" label="Agent ID" optional span={3} />
          <SettingField name="DollarAmountId" label="Dollar Amount ID" optional span={3} />
          <SettingField name="TagIds" label="Tag IDs" optional span={3} />
        </FormSection>
      </TestedFields>
    </FormPanel>
  )
}
