/**
 * A click on a row opens it: it presses the link or button of its name, and without one the button of its details. What has a purpose
 * of its own keeps it: links, buttons and boxes in the row, a text that is being marked, and what lies above the page.
 */
import type { KeyboardEvent, MouseEvent } from 'react'

const controls = 'a, button, input, label, select, textarea, summary, [role="button"], [contenteditable]'
const openers = ['[data-kind="name"] :is(a, button)', 'button[data-expands], [data-expands] > button']

export function opensByClick(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
  if (window.getSelection()?.isCollapsed === false) return
  openerOf(target)?.click()
}

/** Enter does nothing on a box of its own: there it opens the row. */
export function opensByEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
  openerOf(target)?.click()
}

/** What a click on a row presses. */
export function openerOf(inside: Element): HTMLElement | undefined {
  const row = inside.closest('[data-id]')
  return openers.map((opener) => row?.querySelector<HTMLElement>(opener)).find((found) => found != null)
}
