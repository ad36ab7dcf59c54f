/** What is typed into the grid and chosen in it, and the work with it: saved together, replaced, left out. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../lib/format/money'
import { useTyped } from '../../../ui/form/useTyped'
import { IconUsers } from '../../../ui/icons'
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { useUnsavedQuestion } from '../../../ui/panel/unsaved'
import { orNotice, toast } from '../../../ui/toast/toasts'
import { censusKey, skipRecords, type CensusTask } from '../queries'
import { findingTitle } from './cells'
import { changed, editsOf, leftOut, saved, untouched, type CellChange, type Typed } from './drafts'
import type { Replacement } from './ReplaceBar'
import { fixRecords, replaceEverywhere, rowsShown, skipEvery, wantedOf, type Finding } from './queries'

interface Progress {
  done: number
  total: number
}

const none: ReadonlySet<number> = new Set()

export type Mending = ReturnType<typeof useMending>

export function useMending(fileId: number, { Id: taskId, CompletedOn }: CensusTask) {
  const client = useQueryClient()
  const {
    values: typed,
    setTyped: setValues,
    dirty,
    restored,
  } = useTyped(`census rows ${taskId} ${CompletedOn ?? ''}`, untouched)
  const setTyped = (become: (now: Typed) => Typed) => setValues((now) => become({ ...untouched, ...now }))
  useUnsavedQuestion(dirty, 'Leave', (current, next) => current.pathname === next.pathname)
  const [chosen, setChosen] = useState(none)
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<Progress>()

  const work = async (run: () => Promise<void>) => {
    setBusy(true)
    try {
      await run()
    } finally {
      setProgress(undefined)
      // The rows may stand elsewhere now, or nowhere.
      setChosen(none)
      await client.invalidateQueries({ queryKey: censusKey })
      setBusy(false)
    }
  }
  const told = (done: number, left: number) => setProgress({ done, total: done + left })

  const save = async () => {
    const { changed: rows, refused } = await fixRecords(fileId, taskId, editsOf(typed.drafts))
    setTyped((now) => saved(now, typed.drafts, refused))
    if (rows > 0) toast.success(`${counted(rows, 'row')} saved and checked.`)
  }
  const replace = async (finding: Finding, wish: Replacement) => {
    const found = await replaceEverywhere(fileId, taskId, wantedOf(finding), wish, told)
    toast.success(`Replaced in ${counted(found.changed, 'row')}.`)
    if (found.refused.length > 0)
      toast.warning(
        `${counted(found.refused.length, 'row')} did not take the value: ${found.refused[0]?.Message ?? ''}`,
      )
  }
  const skipAll = async (finding: Finding) => {
    const shown = rowsShown(client, fileId, taskId, wantedOf(finding))
    const rows = await skipEvery(fileId, taskId, wantedOf(finding), told)
    setTyped((now) => leftOut(now, shown))
    toast.success(`${counted(rows, 'row')} left out of the import.`)
  }
  const skipRows = async (numbers: readonly number[]) => {
    const rows = await skipRecords(fileId, taskId, numbers, false)
    setTyped((now) => leftOut(now, numbers))
    toast.success(`${counted(rows, 'row')} left out of the import.`, {
      action: {
        label: 'Undo',
        undo: () => skipRecords(fileId, taskId, numbers, true),
        undone: `${counted(rows, 'row')} taken back in.`,
        refresh: [censusKey],
      },
    })
  }
  return {
    ...typed,
    dirty,
    restored,
    chosen,
    busy,
    progress,
    change: (changes: readonly CellChange[]) => setTyped((before) => changed(before, changes)),
    choose: (numbers: readonly number[], on: boolean) => setChosen((before) => toggled(before, numbers, on)),
    chooseNone: () => setChosen(none),
    save: () => orNotice(work(save)),
    replace: (finding: Finding, wish: Replacement) => work(() => replace(finding, wish)),
    skipRows: (numbers: readonly number[]) => orNotice(work(() => skipRows(numbers))),
    askToSkipAll: (finding: Finding) =>
      confirmFirst({
        title: 'Skip Rows',
        context: findingTitle(finding),
        question: `Leave ${counted(finding.Records, 'row')} out of the import?`,
        next: [
          {
            icon: IconUsers,
            text: 'The file goes on without these rows. They can be taken back in among the changes of the file.',
          },
        ],
        action: 'Skip Rows',
        run: () => work(() => skipAll(finding)),
      }),
  }
}

function toggled(before: ReadonlySet<number>, numbers: readonly number[], on: boolean): ReadonlySet<number> {
  const next = new Set(before)
  for (const number of numbers) {
    if (on) next.add(number)
    else next.delete(number)
  }
  return next
}
