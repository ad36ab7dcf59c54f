/** A part of the application that is loaded when it is first drawn. One that does not arrive fails as a call does. */
import { lazyRouteComponent } from '@tanstack/react-router'
import { loadingFailure } from '../../lib/failure'

export const lazyPart: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(
    () =>
      importer().catch((reason: unknown) => {
        throw loadingFailure(reason)
      }),
    name,
  )
