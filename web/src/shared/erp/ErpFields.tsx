/** The ERP account of a record, and the customer or vendor of that account, found by typing. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { erpAccounts } from '../../api/choices'
import { AsyncSelectField } from '../../ui/fields/AsyncSelectField'
import { SelectField } from '../../ui/fields/SelectField'
import { FormSection } from '../../ui/form/FormBody'

/** Says of fields that belong to an ERP account why they are locked; false once one is chosen. */
export function lockedWithout(account: number | null): string | false {
  return account === null && 'Choose an ERP account first.'
}

interface ErpFieldsProps {
  /** The chosen ERP account. */
  account: number | null
  /** The customer or vendor of that account: its field, and how the ERP finds it. */
  party: {
    name: string
    labelName: string
    label: string
    search: (account: number, term: string, signal: AbortSignal) => Promise<readonly { value: string; label: string }[]>
    /** Shown when nothing matches. */
    nothing: string
  }
  /** The fields behind them. */
  children: ReactNode
}

export function ErpFields({ account, party: { search, ...party }, children }: ErpFieldsProps) {
  const accounts = useQuery(erpAccounts)
  // A failed load is an empty list, as when none is configured.
  const systems = (accounts.data?.Data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  const none = !accounts.isPending && systems.length === 0
  return (
    <FormSection title="ERP">
      <SelectField
        name="ApiServiceId"
        label="ERP account"
        optional
        clearable
        options={systems}
        locked={none && 'No ERP systems configured.'}
      />
      <AsyncSelectField
        key={account}
        {...party}
        optional
        search={(term, signal) => search(account ?? 0, term, signal)}
        locked={lockedWithout(account)}
        span={3}
      />
      {children}
    </FormSection>
  )
}
