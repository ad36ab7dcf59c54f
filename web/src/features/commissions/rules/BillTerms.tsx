/** The terms that the bills of a rule get: those that the settings of its ERP account name, by the name that the account has for them. */
import { useQuery } from '@tanstack/react-query'
import { erpTerms } from '../../../shared/erp/queries'
import { FormRow } from '../../../ui/form/FormBody'
import { billTermsId } from './queries'

export function BillTerms({ account }: { account: number | null }) {
  const isChosen = account !== null
  const terms = useQuery({ ...erpTerms(account ?? 0), enabled: isChosen })
  const named = useQuery({ ...billTermsId(account ?? 0), enabled: isChosen })
  if (!terms.data || named.data === undefined) return null
  const found = terms.data.find(({ Id }) => Id === named.data)
  return (
    <FormRow>
      {found ? `Bills get the terms ${found.Name} of this account.` : 'This account names no terms for bills.'}
    </FormRow>
  )
}
