/** Panels that stand above those of the URL and only in memory: confirmations, and questions before leaving. */
import type { ReactNode } from 'react'

/** A panel in memory. */
export interface Layer {
  key: string
  order: number
  draw: () => ReactNode
  /** Told when it goes away. */
  dropped?: () => void
}

/** Orders above every panel of the URL. */
const firstOrder = 1000

let layers: readonly Layer[] = []
let nextNumber = 0
const listeners = new Set<() => void>()

function publish(next: readonly Layer[]) {
  layers = next
  for (const tell of listeners) tell()
}

/** Opens a panel above all others; it closes itself by its place (`usePanelPlace`). */
export function openLayer(draw: () => ReactNode, dropped?: () => void): void {
  const number = nextNumber++
  publish([...layers, { key: `layer ${number}`, order: firstOrder + number, draw, ...(dropped ? { dropped } : {}) }])
}

/** Takes one away. */
export function dropLayer(key: string): void {
  const layer = layers.find((one) => one.key === key)
  publish(layers.filter((one) => one.key !== key))
  layer?.dropped?.()
}

/** Takes all away: the page below has changed. */
export function dropLayers(): void {
  const before = layers
  if (before.length > 0) publish([])
  for (const layer of before) layer.dropped?.()
}

export function subscribeLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentLayers(): readonly Layer[] {
  return layers
}
