/** Draws the panels of the URL that a page knows. Each page names its kinds once; several <Panels> may stand on one page. */
import { Suspense, type ReactNode } from 'react'
import { useLingering } from './useLingering'
import { PanelContext, useOpenPanels, usePanels } from './usePanels'

/** Per kind what to draw; the id is an empty text for a panel that creates. */
export type PanelKinds = Readonly<Record<string, (id: string) => ReactNode>>

export function Panels({ kinds }: { kinds: PanelKinds }) {
  const entries = useOpenPanels()
  const { close } = usePanels()
  const known = entries.flatMap((entry, order) =>
    entry.kind in kinds ? [{ ...entry, order, key: `${order} ${entry.kind} ${entry.id}` }] : [],
  )
  const drawn = useLingering(known)
  return drawn.map(({ item, leaving }) => (
    <PanelContext key={item.key} value={{ key: item.key, entry: item, order: item.order, leaving, close }}>
      {/* A panel may be loaded when it is first opened; the page behind stays meanwhile. */}
      <Suspense fallback={null}>{kinds[item.kind]?.(item.id)}</Suspense>
    </PanelContext>
  ))
}
