/** What was typed into a form, over the values it was filled with. What is unsaved survives the end of the session (lib/drafts). */
import { useEffect, useEffectEvent, useState } from 'react'
import { announceForm, draftOf } from '../../lib/drafts'
import { sameValues } from './values'

export function useTyped<Values extends object>(key: string, base: Values) {
  const [draft] = useState(() => draftOf(key) as Partial<Values> | undefined)
  const [typed, setTyped] = useState<Partial<Values>>(draft ?? {})
  const values: Values = { ...base, ...typed }
  const dirty = !sameValues(values, base)

  const changedValues = useEffectEvent(() => (dirty ? typed : undefined))
  useEffect(() => announceForm(key, () => changedValues()), [key])

  return { typed, setTyped, values, dirty, restored: draft !== undefined && dirty }
}
