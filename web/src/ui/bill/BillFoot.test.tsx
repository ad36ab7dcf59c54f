import { render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { BillFoot } from './BillHead'

const watched = new Map<Element, () => void>()

class Resizes {
  readonly changed: () => void
  constructor(changed: () => void) {
    this.changed = changed
  }
  observe(box: Element) {
    watched.set(box, this.changed)
    this.changed()
  }
  disconnect() {
    watched.clear()
  }
}

const scrolled = vi.fn()

function footAt(top: number, reducesMotion = false) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top } as DOMRect)
  vi.stubGlobal('matchMedia', () => ({ matches: reducesMotion }))
}

beforeEach(() => {
  vi.restoreAllMocks()
  scrolled.mockReset()
  vi.stubGlobal('ResizeObserver', Resizes)
  vi.stubGlobal('innerHeight', 900)
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolled)
})

it.each([
  { top: 857, reducesMotion: false, behavior: 'smooth' },
  { top: 857, reducesMotion: true, behavior: 'auto' },
])('what is opened out of sight comes into view: $behavior', ({ top, reducesMotion, behavior }) => {
  footAt(top, reducesMotion)
  const { rerender } = render(<BillFoot asked={1}>Members</BillFoot>)
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'start', behavior })
  rerender(<BillFoot asked={2}>Others</BillFoot>)
  expect(scrolled).toHaveBeenCalledTimes(2)
})

it('and again when its members have come', () => {
  footAt(857)
  render(<BillFoot asked={1}>Loading…</BillFoot>)
  for (const changed of watched.values()) changed()
  expect(scrolled).toHaveBeenCalledTimes(2)
})

it('nothing moves where one sees it, nor for what is open from the start', () => {
  footAt(300)
  render(<BillFoot asked={1}>Members</BillFoot>)
  footAt(857)
  render(<BillFoot>Members</BillFoot>)
  expect(scrolled).not.toHaveBeenCalled()
})
