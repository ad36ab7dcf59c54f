/** The configuration of a NetSuite account. */
import type { PanelTabsProps } from '../../ui/panel/PanelTabs'
import { ConfigPanel, type ConfigKind } from './ConfigPanel'
import { netsuiteSecret, saveNetsuiteConfig, type Account, type NetsuiteConfig } from './queries'

type Name = Exclude<keyof NetsuiteConfig, 'Id' | 'Version' | 'ApiServiceId' | 'HasClientSecret'>

const netsuite: ConfigKind<Name, NetsuiteConfig> = {
  subject: 'netsuite_config',
  account: 'NetSuite Account',
  secretOf: netsuiteSecret,
  save: saveNetsuiteConfig,
  name: 'NetSuite configuration',
  sections: [
    {
      title: 'Authentication Settings',
      settings: [
        { name: 'AccountId', label: 'Account ID', placeholder: 'e.g., 1234567 or 1234567-sb1 for sandbox' },
        { name: 'ClientId', label: 'Client ID (Integration Key)' },
        {
          name: 'ClientSecret',
          lines: true,
          help: 'The private key of the certificate, in PEM form. Left empty, the stored one stays. Opening it here is written to the audit trail with your name.',
        },
        { name: 'CertificateId', label: 'Certificate ID', placeholder: 'Certificate ID from NetSuite' },
      ],
    },
    {
      title: 'Organization Settings',
      settings: [
        {
          name: 'SubsidiaryId',
          label: 'Subsidiary ID',
          placeholder: 'Required for OneWorld accounts',
          optional: true,
        },
        {
          name: 'SubsidiaryLegalName',
          label: 'Subsidiary Legal Name',
          placeholder: 'Displayed on invoice PDF',
          optional: true,
        },
        { name: 'DepartmentId', label: 'Department ID', optional: true, span: 2 },
        { name: 'ClassId', label: 'Class ID', optional: true, span: 2 },
        { name: 'LocationId', label: 'Location ID', optional: true, span: 2 },
      ],
    },
    {
      title: 'Invoice Settings',
      settings: [
        { name: 'LeadingInvoiceNumber', label: 'Leading Invoice Number', optional: true },
        { name: 'InvoiceCustomFormId', label: 'Invoice Custom Form ID', optional: true },
        { name: 'DefaultTermsId', label: 'Default Terms ID', optional: true },
        { name: 'InvoiceARAccountId', label: 'Invoice AR Account ID', optional: true },
      ],
    },
    {
      title: 'Product/Service Items',
      settings: [
        { name: 'PEPMItemId', label: 'PEPM Item ID', span: 2 },
        { name: 'PerConsultItemId', label: 'Per Consult Item ID', span: 2 },
        { name: 'AfterHoursItemId', label: 'After Hours Item ID', span: 2 },
      ],
    },
    {
      title: 'Commission Settings',
      settings: [
        {
          name: 'CostOfRevenueCommissionAccountId',
          label: 'Cost of Revenue Commission Account ID',
          optional: true,
        },
        { name: 'APAccountId', label: 'AP Account ID', optional: true },
        { name: 'CommissionBillTermsId', label: 'Commission Bill Terms ID', optional: true },
        { name: 'VendorBillCustomFormId', label: 'Vendor Bill Custom Form ID', optional: true },
      ],
    },
  ],
}

export function NetsuiteConfigPanel({ account, tabs }: { account: Account; tabs: PanelTabsProps }) {
  return <ConfigPanel kind={netsuite} account={account} config={account.NetSuiteConfigs[0]} tabs={tabs} />
}
