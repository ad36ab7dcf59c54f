/** Sending what stands in a form: one save at a time, what follows a good one, and what a bad one says. */
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { EnvelopeError } from '../../lib/failure'
import { toast, type ToastAction } from '../toast/toasts'
import { noProblems, noticeOf, problemsOf, type Overtaken, type Problems } from './problems'
import type { Source } from './useSource'
import { stillMine, type Follow } from './values'

interface SavingOptions<Values, Loaded, Saved> {
  save: (values: Values, loaded: Loaded | undefined) => Promise<Saved>
  follow?: Follow<Values>
  overtaken?: (theirs: Loaded, shown: Loaded) => Overtaken
  refresh?: readonly QueryKey[]
  saved?: string | { title: string; message: string }
  offers?: (saved: Saved) => ToastAction | undefined
  onSaved?: (saved: Saved) => void
  errorNotice?: boolean | 'stays'
}

/** What a save puts over what: the changed values over the record they were made from, or over what it is by now. */
interface Change<Values, Loaded> {
  source: Source<Values, Loaded>
  mine: Partial<Values>
}

/** The form that is saved. */
interface Standing<Values, Loaded> {
  source: Source<Values, Loaded> | undefined
  typed: Partial<Values>
  stand: (change: Change<Values, Loaded>) => void
  readAgain: (() => Promise<Source<Values, Loaded>>) | undefined
  problems: Problems
  setProblems: (problems: Problems) => void
  labels: ReadonlyMap<string, string>
}

/** `submit` and `overwrite` are true when they worked. */
export function useSaving<Values extends object, Loaded, Saved>(
  options: SavingOptions<Values, Loaded, Saved>,
  form: Standing<Values, Loaded>,
) {
  const { source, typed, readAgain, stand, setProblems, labels } = form
  const [saving, setSaving] = useState(false)
  const finish = useFinish(options)
  const { explained, theirsUnderMine } = conflicts(options, form)

  const save = async (read: () => Promise<Change<Values, Loaded>>) => {
    if (saving) return false
    setSaving(true)
    setProblems(noProblems)
    try {
      const change = await read()
      stand(change)
      const {
        source: { loaded, base },
        mine,
      } = change
      const sent = { ...base, ...mine }
      const answer = await options.save(sent, loaded)
      stand({ source: { loaded, base: sent }, mine })
      await finish(answer)
      return true
    } catch (failure) {
      setProblems(await explained(problemsOf(failure, labels)))
      if (options.errorNotice) toast.error(noticeOf(failure, labels), { stays: options.errorNotice === 'stays' })
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    saving,
    submit: async () => source !== undefined && save(() => Promise.resolve({ source, mine: typed })),
    overwrite: async () => readAgain !== undefined && save(theirsUnderMine),
  }
}

/** What is said of a record that someone else has changed, and how one's own changes are put over theirs. */
function conflicts<Values extends object, Loaded, Saved>(
  { overtaken, follow }: SavingOptions<Values, Loaded, Saved>,
  { source, typed, readAgain, problems }: Standing<Values, Loaded>,
) {
  const became = (theirs: Source<Values, Loaded> | undefined) =>
    theirs?.loaded !== undefined && source?.loaded !== undefined ? overtaken?.(theirs.loaded, source.loaded) : undefined
  return {
    /** A conflict also says what has become of the record, where the form can tell and the server answers. */
    explained: async (found: Problems): Promise<Problems> => {
      if (!found.conflict || !overtaken) return found
      const theirs = await readAgain?.().catch(() => undefined)
      return { ...found, conflict: { ...found.conflict, ...became(theirs) } }
    },
    theirsUnderMine: async (): Promise<Change<Values, Loaded>> => {
      if (!readAgain || !source) throw new Error('There is no record that anybody could have changed.')
      const theirs = await readAgain()
      // It went on changing, and saving would now do something else than was asked for.
      if (became(theirs)?.mayOverwrite === false) throw new EnvelopeError(409, [], problems.conflict?.says ?? '')
      return { source: theirs, mine: stillMine(typed, source.base, theirs.base, follow) }
    },
  }
}

/** What follows a good save: what is on the screen is asked for again, and a notice. */
function useFinish<Values, Loaded, Saved>({
  refresh = [],
  saved: notice,
  offers,
  onSaved,
}: SavingOptions<Values, Loaded, Saved>) {
  const client = useQueryClient()
  return async (answer: Saved) => {
    await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })))
    if (notice)
      toast.success(typeof notice === 'string' ? notice : notice.message, {
        ...(typeof notice === 'string' ? {} : { title: notice.title }),
        action: offers?.(answer),
      })
    onSaved?.(answer)
  }
}
