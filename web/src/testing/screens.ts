/** How wide the screen is, for what asks the browser. */
import { vi } from 'vitest'

/** Answers every question about the screen: yes on a narrow one, no on a wide one. */
export function stubScreen(isNarrow: boolean) {
  return vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: isNarrow,
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )
}
