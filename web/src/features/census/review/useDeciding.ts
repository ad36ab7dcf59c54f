/** Deciding who a row is, one decision at a time. A first answer is asked about; one in its place can be undone. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orNotice, toast, type ToastAction } from '../../../ui/toast/toasts'
import { censusKey, chooseMatch, type CensusRecord } from '../queries'
import { recordName } from '../tasks/recordWords'
import type { AskedAnswer } from './AskedInPlace'
import { newMember } from './matching'
import { setNotSame } from './queries'

interface Decided {
  fileId: number
  taskId: number
  row: CensusRecord
  /** Who the row is by now; absent where no member is chosen for it. */
  before: { id: number; name: string } | undefined
  /** Goes to the next row. */
  goOn: () => void
}

interface Answer {
  row: number
  member: number
  name: string
}

export function useDeciding({ fileId, taskId, row, before, goOn }: Decided) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Answer>()
  if (asked && asked.row !== row.RecordNumber) setAsked(undefined)
  const decide = (run: () => Promise<unknown>, says: string, then: () => void, action?: ToastAction) => {
    if (busy) return
    setBusy(true)
    const all = run().then(async () => {
      toast.success(says, { action })
      then()
      await client.invalidateQueries({ queryKey: censusKey })
    })
    orNotice(all.finally(() => setBusy(false)))
  }
  const send = (member: number, name: string) => {
    setAsked(undefined)
    const run = () => chooseMatch(fileId, taskId, row.RecordNumber, member)
    const undo: ToastAction | undefined = before && {
      label: 'Undo',
      undo: () => chooseMatch(fileId, taskId, row.RecordNumber, before.id),
      undone: `${recordName(row)} is ${before.name} again.`,
      refresh: [censusKey],
    }
    decide(run, `${recordName(row)} is ${name}.`, goOn, undo)
  }
  return {
    busy,
    /** Without a name the row is a new member. The same answer once more says yes to the question. */
    choose: (member: number, name = 'a new member') => {
      if (before || asked?.member === member) send(member, name)
      else setAsked({ row: row.RecordNumber, member, name })
    },
    /** What is asked before a first answer is sent. */
    asked:
      asked &&
      questionOf(
        asked,
        row,
        () => send(asked.member, asked.name),
        () => setAsked(undefined),
      ),
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

function questionOf({ member, name }: Answer, row: CensusRecord, confirm: () => void, drop: () => void): AskedAnswer {
  const who = member === newMember ? name : `the member ${name}`
  return { question: `Is ${recordName(row)} ${who}?`, yes: `Yes, ${name}`, confirm, drop }
}
