/** The configuration of a NetSuite account. */
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
  accountsKey,
  netsuiteSecret,
  saveNetsuiteConfig,
  type Account,
  type NetsuiteConfig,
  type WithSecret,
} from './queries'

const texts = {
  AccountId: '',
  ClientId: '',
  CertificateId: '',
  SubsidiaryId: '',
  SubsidiaryLegalName: '',
  DepartmentId: '',
  ClassId: '',
  LocationId: '',
  LeadingInvoiceNumber: '',
  InvoiceCustomFormId: '',
  DefaultTermsId: '',
  InvoiceARAccountId: '',
  PEPMItemId: '',
  PerConsultItemId: '',
  AfterHoursItemId: '',
  CostOfRevenueCommissionAccountId: '',
  APAccountId: '',
  CommissionBillTermsId: '',
  VendorBillCustomFormId: '',
}
type Texts = typeof texts
type Values = Texts & { ApiServiceId: number | null; ClientSecret: string }

function toValues({ config, secret }: WithSecret<NetsuiteConfig>): Values {
  const filled = Object.keys(texts).map((name) => [name, config[name as keyof Texts] ?? ''])
  return { ...(Object.fromEntries(filled) as Texts), ApiServiceId: config.ApiServiceId, ClientSecret: secret }
}

export function NetsuiteConfigPanel({ account, tabs }: { account: Account; tabs: PanelTabsProps }) {
  const config = account.NetSuiteConfigs[0]
  const form = useApiForm({
    key: `netsuite config ${account.Id}`,
    blank: { ...texts, ApiServiceId: account.Id as number | null, ClientSecret: '' },
    load: config && netsuiteSecret(config),
    toValues,
    save: (values) => saveNetsuiteConfig(config?.Id, { ...values, Version: config?.Version ?? null }),
    refresh: [accountsKey],
    saved: config ? 'The NetSuite configuration has been updated.' : 'The NetSuite configuration has been created.',
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
      history={config && { subject: 'netsuite_config', id: config.Id }}
    >
      <TestedFields value={test.known}>
        <FormSection title="Authentication Settings">
          <SelectField
            name="ApiServiceId"
            label="NetSuite Account"
            options={options}
            query={accounts}
            span={3}
            locked={config && 'Cannot change after the first save.'}
          />
          <SettingField
            name="AccountId"
            label="Account ID"
            placeholder="e.g., 1234567 or 1234567-sb1 for sandbox"
            span={3}
          />
          <SettingField name="ClientId" label="Client ID (Integration Key)" span={3} />
          <SettingField
            name="CertificateId"
            label="Certificate ID"
            placeholder="Certificate ID from NetSuite"
            span={3}
          />
          <SecretField
            name="ClientSecret"
            label="Client Secret"
            lines
            help="The private key of the certificate, in PEM form. Left empty, the stored one stays. Opening it here is written to the audit trail with your name."
          />
        </FormSection>
        <FormSection title="Organization Settings">
          <SettingField
            name="SubsidiaryId"
            label="Subsidiary ID"
            placeholder="Required for OneWorld accounts"
            optional
            span={3}
          />
          <SettingField
            name="SubsidiaryLegalName"
            label="Subsidiary Legal Name"
            placeholder="Displayed on invoice PDF"
            optional
            span={3}
          />
          <SettingField name="DepartmentId" label="Department ID" optional span={2} />
          <SettingField name="ClassId" label="Class ID" optional span={2} />
          <SettingField name="LocationId" label="Location ID" optional span={2} />
        </FormSection>
        <FormSection title="Invoice Settings">
          <SettingField name="LeadingInvoiceNumber" label="Leading Invoice Number" optional span={3} />
          <SettingField name="InvoiceCustomFormId" label="Invoice Custom Form ID" optional span={3} />
          <SettingField name="DefaultTermsId" label="Default Terms ID" optional span={3} />
          <SettingField name="InvoiceARAccountId" label="Invoice AR Account ID" optional span={3} />
        </FormSection>
        <FormSection title="Product/Service Items">
          <SettingField name="PEPMItemId" label="PEPM Item ID" span={2} />
          <SettingField name="PerConsultItemId" label="Per Consult Item ID" span={2} />
          <SettingField name="AfterHoursItemId" label="After Hours Item ID" span={2} />
        </FormSection>
        <FormSection title="Commission Settings">
          <SettingField
            name="CostOfRevenueCommissionAccountId"
            label="Cost of Revenue Commission Account ID"
            optional
            span={3}
          />
          <SettingField name="APAccountId" label="AP Account ID" optional span={3} />
          <SettingField name="CommissionBillTermsId" label="Commission Bill Terms ID" optional span={3} />
          <SettingField name="VendorBillCustomFormId" label="Vendor Bill Custom Form ID" optional span={3} />
        </FormSection>
      </TestedFields>
    </FormPanel>
  )
}
