/** Draws the panels in memory above those of the URL; they go when the page below changes. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { currentLayers, dropLayer, dropLayers, subscribeLayers } from './layers'
import { useLingering } from './useLingering'
import { PanelContext } from './usePanels'

export function Layers() {
  const layers = useSyncExternalStore(subscribeLayers, currentLayers)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
        if (hrefChanged) dropLayers()
      }),
    [router],
  )
  return useLingering(layers).map(({ item, leaving }) => (
    <PanelContext
      key={item.key}
      value={{ key: item.key, order: item.order, leaving, close: () => dropLayer(item.key) }}
    >
      {item.draw()}
    </PanelContext>
  ))
}
