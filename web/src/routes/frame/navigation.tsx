/** The navigation: every entry with the action it needs. An entry one may not open is not drawn. */
import type { Action } from '../../session/session'
import {
  IconBriefcase,
  IconBuilding,
  IconCalendarDollar,
  IconFileSpreadsheet,
  IconHistory,
  IconHome,
  IconKey,
  IconPercentage,
  IconPlug,
  IconReceipt2,
  IconUserCircle,
  IconUsers,
  type Icon,
} from '../../ui/icons'
import type { NavGroup } from '../../ui/shell/Shell'

interface Entry {
  label: string
  to: string
  icon: Icon
  needs: Action
}

const entries: readonly { title?: string; items: readonly Entry[] }[] = [
  { items: [{ label: 'Home', to: '/', icon: IconHome, needs: 'ViewWorkQueue' }] },
  {
    title: 'Groups',
    items: [
      { label: 'Employer Groups', to: '/employers', icon: IconBuilding, needs: 'ViewGroups' },
      { label: 'Members', to: '/members', icon: IconUsers, needs: 'ViewMembers' },
      { label: 'Census Files', to: '/census-files', icon: IconFileSpreadsheet, needs: 'ViewCensus' },
    ],
  },
  {
    title: 'Money',
    items: [
      { label: 'Billing Runs', to: '/billing-runs', icon: IconCalendarDollar, needs: 'ViewBilling' },
      { label: 'Invoices', to: '/invoices', icon: IconReceipt2, needs: 'ViewInvoices' },
      { label: 'Commission', to: '/commission', icon: IconPercentage, needs: 'ViewStatements' },
    ],
  },
  {
    title: 'Administration',
    items: [
      { label: 'Users', to: '/users', icon: IconUserCircle, needs: 'AddUsers' },
      { label: 'Brokers', to: '/brokers', icon: IconBriefcase, needs: 'ViewBrokers' },
      { label: 'API Services', to: '/settings/api-services', icon: IconPlug, needs: 'ViewAccounts' },
      { label: 'API Tokens', to: '/settings/api-tokens', icon: IconKey, needs: 'ViewAccounts' },
      { label: 'Audit', to: '/audit', icon: IconHistory, needs: 'ViewAudit' },
    ],
  },
]

export function navigation(can: (action: Action) => boolean): NavGroup[] {
  return entries.map((group) => ({ ...group, items: group.items.filter(({ needs }) => can(needs)) }))
}
