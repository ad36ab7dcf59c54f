/** Deciding who a row is: one decision at a time, what it changes is read again, and a decided row makes room for the next. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { censusKey, chooseMatch, type CensusRecord } from '../queries'
import { recordName } from '../tasks/recordWords'
import { setNotSame } from './queries'

interface Decided {
  fileId: number
  taskId: number
  row: CensusRecord
  /** Goes to the next row. */
  goOn: () => void
}

export function useDeciding({ fileId, taskId, row, goOn }: Decided) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const decide = (run: () => Promise<unknown>, says: string, then: () => void) => {
    if (busy) return
    setBusy(true)
    const all = run().then(async () => {
      toast.success(says)
      then()
      await client.invalidateQueries({ queryKey: censusKey })
    })
    orNotice(all.finally(() => setBusy(false)))
  }
  return {
    busy,
    /** Without a name the row is a new member. */
    choose: (member: number, name = 'a new member') =>
      decide(() => chooseMatch(fileId, taskId, row.RecordNumber, member), `${recordName(row)} is ${name}.`, goOn),
    deny: (member: number, isNotSame: boolean) =>
      decide(
        () => setNotSame(fileId, taskId, row.RecordNumber, member, isNotSame),
        isNotSame
          ? 'Remembered: these are two people.'
          : 'Forgotten. Match Employees proposes the member again when it is run.',
        () => undefined,
      ),
  }
}
