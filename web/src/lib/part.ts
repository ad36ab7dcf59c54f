/** A component of a chunk of its own, loaded when it is drawn for the first time, which is no navigation that the router would wait with. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadingFailure } from './failure'

export function part<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (reason: unknown) => {
        throw loadingFailure(reason)
      },
    ),
  )
}
