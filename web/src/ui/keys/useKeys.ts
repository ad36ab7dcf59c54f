/** Offers keys for as long as the page or panel around is drawn. */
import { use, useEffect, useRef } from 'react'
import { PanelContext } from '../panel/usePanels'
import { offerKeys, type KeyUse } from './keys'

interface Options {
  /** In every place; those with Ctrl then also while one types. */
  anywhere?: boolean
}

/** The heading is what the sheet calls the place: `This list`. */
export function useKeys(heading: string, uses: readonly KeyUse[], { anywhere = false }: Options = {}): void {
  const panel = use(PanelContext)?.key
  const latest = useRef(uses)
  useEffect(() => {
    latest.current = uses
  })
  const none = uses.length === 0
  useEffect(
    () => (none ? undefined : offerKeys({ heading, panel, anywhere, uses: () => latest.current })),
    [heading, panel, anywhere, none],
  )
}
