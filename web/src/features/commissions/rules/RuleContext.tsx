/** The line below the title of a rule's panels: its name, whom it pays, and by which ERP account. */
import { useQuery } from '@tanstack/react-query'
import { erpAccounts } from '../../../api/choices'
import type { Rule } from './queries'

export function RuleContext({ rule: { Name, PayeeName, ApiServiceId } }: { rule: Rule }) {
  const accounts = useQuery(erpAccounts)
  const account = accounts.data?.Data.find(({ Id }) => Id === ApiServiceId)
  return [Name, `pays ${PayeeName}`, account?.Name].filter(Boolean).join(' · ')
}
