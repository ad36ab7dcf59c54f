/** Which line of a bill is open below the lines: one at a time, and a second click closes it. */
import { useState } from 'react'
import type { BilledLine } from '../../lib/billing/billedLines'

interface OpenLine<Line> {
  open: Line | undefined
  /** The line that was clicked open, to be brought into view; not the one that was open from the start. */
  asked: number | undefined
  onToggle: (id: number) => void
}

export function useOpenLine<Line extends BilledLine>(lines: readonly Line[], first?: number): OpenLine<Line> {
  const [{ id, isAsked }, setState] = useState<{ id: number | undefined; isAsked: boolean }>({
    id: first,
    isAsked: false,
  })
  const open = lines.find((line) => line.Id === id)
  return {
    open,
    asked: isAsked ? open?.Id : undefined,
    onToggle: (next) => setState({ id: next === id ? undefined : next, isAsked: true }),
  }
}
