/** What jsdom lacks and the component library asks for. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { businessTimeIn } from '../lib/format/dates'

// Pages are loaded when first opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})
window.ResizeObserver = NoResizes
window.scrollTo = () => {}
// A text area measures itself again when a font arrives.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
// Newer browsers answer with a promise, which an effect must not give back.
Element.prototype.scrollIntoView = () => Promise.resolve() as never

beforeEach(() => businessTimeIn('America/New_York'))

afterEach(() => {
  cleanup()
  // What a list or a page remembers is no other test's.
  localStorage.clear()
  vi.unstubAllGlobals()
})
