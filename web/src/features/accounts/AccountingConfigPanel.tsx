/** The configuration of a QuickBooks account. */
import type { PanelTabsProps } from '../../ui/panel/PanelTabs'
import { ConfigPanel, type ConfigKind } from './ConfigPanel'
import { accountingSecret, saveAccountingConfig, type Account, type AccountingConfig } from './queries'

type Name = Exclude<keyof AccountingConfig, 'Id' | 'Version' | 'ApiServiceId' | 'HasClientSecret'>

const quickbooks: ConfigKind<Name, AccountingConfig> = {
  subject: 'accounting_config',
  account: 'ERP Account',
  secretOf: accountingSecret,
  save: saveAccountingConfig,
  name: 'api config',
  sections: [
    {
      settings: [
        { name: 'RealmId', label: 'Realm ID' },
        { name: 'ClientId', label: 'Client ID' },
        {
          name: 'ClientSecret',
          span: 3,
          help: 'Left empty, the stored one stays. Opening it here is written to the audit trail with your name.',
        },
        { name: 'LeadingInvoiceNumber', label: 'Leading Invoice Number', optional: true },
      ],
    },
    {
      title: 'Products and classes',
      settings: [
        { name: 'PEPMClassId', label: 'PEPM Class ID', optional: true },
        { name: 'PEPMProductId', label: 'PEPM Product ID', optional: true },
        { name: 'PerConsultProductId', label: 'Per Consult Product ID', optional: true },
        { name: 'PerConsultClassId', label: 'Per Consult Class ID', optional: true },
      ],
    },
    {
      title: 'Commission bills',
      settings: [
        {
          name: 'CostOfRevenueCommissionAccountId',
          label: 'Cost of Revenue Commission Account ID',
          optional: true,
        },
        { name: 'CostOfRevenueClassId', label: 'Cost of Revenue Class ID', optional: true },
        { name: 'APAccountId', label: 'AP Account ID', optional: true },
        { name: 'CommissionBillSalesTermId', label: 'Commission Bill Sales Term ID', optional: true },
      ],
    },
    {
      title: 'Further fields',
      settings: [
        { name: 'LocationId', label: 'Location ID', optional: true },
        { name: 'AgentId', label: 'Agent ID', optional: true },
        { name: 'DollarAmountId', label: 'Dollar Amount ID', optional: true },
        { name: 'TagIds', label: 'Tag IDs', optional: true },
      ],
    },
  ],
}

export function AccountingConfigPanel({ account, tabs }: { account: Account; tabs: PanelTabsProps }) {
  return <ConfigPanel kind={quickbooks} account={account} config={account.QuickbooksConfigs[0]} tabs={tabs} />
}
