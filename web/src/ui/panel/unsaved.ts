/** The question before what was typed and not saved is lost. */
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { ask } from './ConfirmPanel'
import type { PanelTabsProps } from './PanelTabs'

/** Where one is, and where one would go. */
export interface Place {
  pathname: string
  search: unknown
}

export function askToDiscard(leaving: 'Close' | 'Leave' | 'Go on'): Promise<boolean> {
  return ask({
    title: 'Unsaved changes',
    question: `${leaving} without saving what you changed?`,
    detail: 'What you typed here is lost.',
    action: 'Discard changes',
    keep: 'Keep editing',
    destroys: true,
  })
}

/** Tabs that each have a form of their own, which goes with its tab: choosing another asks before it loses what was typed. */
export function askingTabs(tabs: PanelTabsProps, dirty: boolean): PanelTabsProps {
  const choose = async (name: string) => {
    if (name === tabs.current || !dirty || (await askToDiscard('Go on'))) tabs.onChoose(name)
  }
  return { ...tabs, onChoose: (name) => void choose(name) }
}

/**
 * Asks before Back, a link or closing the tab would lose changes, but not on the way to a place where they stay; gives back how to leave
 * without the question.
 */
export function useUnsavedQuestion(
  dirty: boolean,
  leaving: 'Close' | 'Leave',
  stays: (current: Place, next: Place) => boolean,
): () => void {
  const allowed = useRef(false)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!dirty || allowed.current || stays(current, next)) return false
      return !(await askToDiscard(leaving))
    },
    enableBeforeUnload: () => dirty,
  })
  return () => {
    allowed.current = true
  }
}
