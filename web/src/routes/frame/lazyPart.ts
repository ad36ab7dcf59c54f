/** A part of the application that is loaded when it is first drawn. One that does not arrive fails as a call does. */
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadingFailure } from '../../lib/failure'

export const lazyPart: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(
    () =>
      importer().catch((reason: unknown) => {
        throw loadingFailure(reason)
      }),
    name,
  )

/** As much of a part as loading it takes. */
interface Loads {
  preload?: (() => Promise<void> | undefined) | undefined
}

/**
 * A page with the parts it is drawn with. The router loads them all at once, on hover and before it draws the page: a part that is met
 * while drawing would show a fallback first, which React keeps for 300 ms.
 */
export function drawnWith(parts: readonly Loads[], page: () => ReactNode): (() => ReactNode) & Loads {
  const drawn: (() => ReactNode) & Loads = page
  drawn.preload = async () => {
    await Promise.all(parts.map((part) => part.preload?.()))
    drawn.preload = undefined
  }
  return drawn
}
