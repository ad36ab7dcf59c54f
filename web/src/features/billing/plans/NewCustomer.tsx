/** Takes the group in as a customer of the ERP account, where the account has none of its name yet; the plan then leads to it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { FormRow } from '../../../ui/form/FormBody'
import type { ApiForm } from '../../../ui/form/useApiForm'
import { IconPlus } from '../../../ui/icons'
import { orNotice, toast } from '../../../ui/toast/toasts'
import type { PlanValues } from './planForm'
import { createErpCustomer, planGroup } from './queries'

interface NewCustomerProps {
  employerId: number
  form: Pick<ApiForm<PlanValues>, 'values' | 'set'>
}

export function NewCustomer({ employerId, form: { values, set } }: NewCustomerProps) {
  const mayEdit = useCan()('EditBilling')
  const { data: group } = useQuery(planGroup(employerId))
  const [busy, setBusy] = useState(false)
  const account = values.ApiServiceId
  if (!mayEdit || !group || account === null || values.ErpCustomerId) return null
  const create = async () => {
    const made = await createErpCustomer(account, group.Name, employerId)
    set('ErpCustomerId', made.Id)
    set('ErpCustomerName', made.DisplayName)
    toast.success(`${made.DisplayName} is a customer of the ERP account. Save the plan to keep it.`)
  }
  const begin = () => {
    setBusy(true)
    orNotice(create().finally(() => setBusy(false)))
  }
  return (
    <FormRow>
      {/* The field above keeps the focus: what it says once it is left would move the button away below the click. */}
      <Button small icon={IconPlus} busy={busy} onMouseDown={(event) => event.preventDefault()} onClick={begin}>
        Use or create the customer {group.Name}
      </Button>
    </FormRow>
  )
}
