/** Leaving chosen rows out of the import and keeping chosen absent members, and both taken back. What stands behind runs again by itself while the page is open. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../../lib/format/money'
import { Button } from '../../../ui/action/Button'
import type { Selection } from '../../../ui/list/ListPage'
import { orNotice, toast } from '../../../ui/toast/toasts'
import {
  censusKey,
  file as fileQuery,
  runTask,
  skipRecords,
  type CensusChange,
  type CensusFile,
  type CensusTask,
} from '../queries'
import { inspectAgain } from './inspecting'
import { keepAbsent, skippedKind } from './queries'

type Rows = readonly CensusChange[]

/** What stands among all changes. */
const changing: ReadonlySet<string> = new Set(['Absent', 'Terminate', 'Reactivate', 'Update', 'Create'])

/** What can be done with chosen rows of a list: said on the button, and afterwards. */
interface Deed {
  action: string
  noun: string
  says: string
  then: string
  /** Gives how many it was done to. */
  run: (rows: Rows) => Promise<number>
  /** Takes it back. */
  undo: (rows: Rows) => Promise<unknown>
}

export function useSkipping(file: CensusFile, task: CensusTask) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const work = (run: () => Promise<void>) => {
    setBusy(true)
    orNotice(
      run().finally(() => {
        setBusy(false)
        void client.invalidateQueries({ queryKey: censusKey })
      }),
    )
  }
  const page = useOpenPage()
  const inspect = async () => {
    const now = () => client.fetchQuery({ ...fileQuery(file.Id), staleTime: 0 })
    if (page.current) await inspectAgain({ run: (taskId) => runTask(file.Id, taskId), now, page: page.current })
  }
  const skip = async (rows: Rows, takesBack: boolean) => {
    const changed = await skipRecords(
      file.Id,
      task.Id,
      rows.flatMap(({ RecordNumber }) => RecordNumber ?? []),
      takesBack,
    )
    await inspect()
    return changed
  }
  const keep = async (rows: Rows, keeps: boolean) => {
    const members = rows.flatMap(({ EmployeeId }) => EmployeeId ?? [])
    await keepAbsent(file.Id, task.Id, members, keeps)
    return members.length
  }
  const leaveOut = async (rows: Rows, isOut: boolean) => {
    const absent = rows.filter(({ Kind }) => Kind === 'Absent')
    const rest = rows.filter(({ Kind }) => Kind !== 'Absent')
    return (absent.length > 0 ? await keep(absent, isOut) : 0) + (rest.length > 0 ? await skip(rest, !isOut) : 0)
  }
  const deeds: Readonly<Record<string, Deed>> = {
    [skippedKind]: {
      action: 'Take back',
      noun: 'row',
      says: 'The file is inspected again afterwards.',
      then: 'taken back in',
      run: (rows) => skip(rows, true),
      undo: (rows) => skip(rows, false),
    },
    Absent: {
      action: 'Keep',
      noun: 'member',
      says: 'They stay members although they are absent from the file.',
      then: 'kept',
      run: (rows) => keep(rows, true),
      undo: (rows) => keep(rows, false),
    },
    Kept: {
      action: 'End',
      noun: 'member',
      says: 'The file ends them when it is processed.',
      then: 'to be ended again',
      run: (rows) => keep(rows, false),
      undo: (rows) => keep(rows, true),
    },
    StillToStart: {
      action: 'End',
      noun: 'member',
      says: 'They are not active yet. The file takes their beginning back, or ends them on its day.',
      then: 'to be ended',
      run: (rows) => keep(rows, false),
      undo: (rows) => keep(rows, true),
    },
    LaterEnd: {
      action: 'End Earlier',
      noun: 'member',
      says: 'Their end is set for a later day. The file moves it forward to its own day.',
      then: 'to be ended earlier',
      run: (rows) => keep(rows, false),
      undo: (rows) => keep(rows, true),
    },
  }
  const plain: Deed = {
    action: 'Skip',
    noun: 'row',
    says: 'The file is inspected again afterwards.',
    then: 'left out of the import',
    run: (rows) => skip(rows, false),
    undo: (rows) => skip(rows, true),
  }
  // Among all changes there are rows and members: the members are kept first, which another inspection leaves so.
  const all: Deed = {
    action: 'Skip',
    noun: 'change',
    says: 'Rows are left out, and members who are absent are kept.',
    then: 'left out of the import',
    run: (rows) => leaveOut(rows, true),
    undo: (rows) => leaveOut(rows, false),
  }
  const selection = (kind: string | undefined): Selection<CensusChange> => {
    const deedFor = (one: string) => deeds[one] ?? plain
    const deed = kind === undefined ? all : deedFor(kind)
    return {
      of: kind ?? 'all',
      // Until the rows of another kind are there, those of the former one are still shown.
      allowed: (row) => ((deed === all ? changing.has(row.Kind) : deedFor(row.Kind) === deed) ? true : null),
      bar: (rows, clear) => ({
        says: deed.says,
        actions: (
          <Button
            kind="primary"
            busy={busy}
            onClick={() =>
              work(async () => {
                const number = await deed.run(rows)
                clear()
                toast.success(`${counted(number, deed.noun)} ${deed.then}.`, {
                  action: {
                    label: 'Undo',
                    undo: () => deed.undo(rows),
                    undone: 'Taken back.',
                    refresh: [censusKey],
                  },
                })
              })
            }
          >
            {deed.action} {counted(rows.length, deed.noun)}
          </Button>
        ),
      }),
    }
  }
  return {
    selection,
    busy,
    keepAll: () => work(() => keepAbsent(file.Id, task.Id, null, true)),
    inspect: () => work(inspect),
  }
}

/** The signal of the page: aborted when it is left. */
function useOpenPage() {
  const signal = useRef<AbortSignal>(undefined)
  useEffect(() => {
    const open = new AbortController()
    signal.current = open.signal
    return () => open.abort()
  }, [])
  return signal
}
