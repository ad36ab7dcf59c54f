/** What a form is filled from: a loaded record, or nothing for a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Query } from '../../lib/query'

/** The record, and the values that were made from it. */
export interface Source<Values, Loaded> {
  loaded: Loaded | undefined
  base: Values
}

interface SourceOptions<Values, Loaded> {
  key: string
  blank: Values
  load?: Query<Loaded> | undefined
  toValues?: (loaded: Loaded) => Values
}

/** Loads the record once, whatever changes on the server meanwhile; `onFilled` is told when the form is filled from it. */
export function useSource<Values extends object, Loaded>(
  { key, blank, load, toValues }: SourceOptions<Values, Loaded>,
  onFilled: (loaded: Loaded) => void,
) {
  const client = useQueryClient()
  const queryKey = ['form', key]
  const record = useQuery({
    queryKey,
    queryFn: load?.queryFn ?? neverLoaded,
    enabled: load !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
  const start: Source<Values, Loaded> | undefined = load ? undefined : { loaded: undefined, base: blank }
  const [source, setSource] = useState(start)
  const filled = (loaded: Loaded): Source<Values, Loaded> => ({ loaded, base: toValues ? toValues(loaded) : blank })

  if (load && !source && record.data !== undefined) {
    setSource(filled(record.data))
    onFilled(record.data)
  }

  const status: 'ready' | 'failed' | 'loading' = source ? 'ready' : record.isError ? 'failed' : 'loading'
  return {
    source,
    setSource,
    status,
    failure: record.error,
    /** Reads the record as it is now; absent where none is loaded. */
    readAgain: load && (async () => filled(await load.queryFn({ signal: new AbortController().signal }))),
    /** Fills the form anew. */
    refill: () => {
      setSource(start)
      void client.resetQueries({ queryKey })
    },
  }
}

function neverLoaded(): Promise<never> {
  return Promise.reject(new Error('There is nothing to load.'))
}
