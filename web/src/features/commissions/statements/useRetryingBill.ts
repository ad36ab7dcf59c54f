/** Another try for a bill that failed, without a question before; the ERP is asked first whether it has the bill. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changedByStatements, createBill, type StatementRow } from '../../../shared/statements/queries'
import { orNotice, toast } from '../../../ui/toast/toasts'

interface RetryingBill {
  isRetrying: boolean
  retry: (row: Pick<StatementRow, 'Id'>) => void
}

export function useRetryingBill(): RetryingBill {
  const client = useQueryClient()
  const [isRetrying, setRetrying] = useState(false)
  const retry = (row: Pick<StatementRow, 'Id'>) => {
    const run = async () => {
      // A failure is kept in the history, so what is shown has changed either way.
      await createBill(row).finally(() =>
        Promise.all(changedByStatements.map((queryKey) => client.invalidateQueries({ queryKey }))),
      )
      toast.success('The bill has been created.')
    }
    setRetrying(true)
    orNotice(run().finally(() => setRetrying(false)))
  }
  return { isRetrying, retry }
}
