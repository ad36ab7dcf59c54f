/** A click anywhere in a row is one on the button that is its name, for those who point; keys go to the button itself. */
import type { MouseEvent } from 'react'

/** Controls of the row answer for themselves, and marking a text, to copy an amount, is no click. */
export function rowClick(act: () => void): (event: MouseEvent<HTMLElement>) => void {
  return ({ target }) => {
    const isControl = target instanceof Element && target.closest('button, a, input') !== null
    if (!isControl && (window.getSelection()?.isCollapsed ?? true)) act()
  }
}
