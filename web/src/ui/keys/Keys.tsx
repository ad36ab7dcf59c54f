/** Hears the keys of the whole application, and offers those that work everywhere. */
import { useWindowEvent } from '@mantine/hooks'
import { openLayer } from '../panel/layers'
import { activeKeys, pressed } from './keys'
import { KeySheet } from './KeySheet'
import { primaryButton } from './primary'
import { useKeys } from './useKeys'

export function Keys() {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (pressesPrimary(event)) return
    const found = pressed(event)
    if (!found?.run || (event.repeat && event.key === '?')) return
    event.preventDefault()
    found.run()
  })
  useKeys('Everywhere', [{ keys: '?', says: 'This sheet', run: openKeySheet }], { anywhere: true })
  return null
}

let isSheetOpen = false

/** Shows which keys work where one is. */
export function openKeySheet(): void {
  if (isSheetOpen) return
  // Read before the sheet lies above them.
  const places = activeKeys().map(({ heading, uses }) => ({ heading, uses: uses() }))
  const primary = primaryButton()?.textContent
  isSheetOpen = true
  openLayer(
    () => <KeySheet places={places} primary={primary} />,
    () => {
      isSheetOpen = false
    },
  )
}

/** On a link the browser opens another tab by these keys. */
function pressesPrimary(event: KeyboardEvent): boolean {
  const isIt = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (!isIt || event.repeat || (event.target instanceof Element && event.target.closest('a[href]'))) return false
  const button = primaryButton()
  if (!button) return false
  event.preventDefault()
  button.click()
  return true
}
