/** Which causes of a change are open below them. */
import { useState } from 'react'

/** The causes that are open, that of the last click first, so that what is behind it is what comes into view. */
export function useOpenCauses(): { open: readonly string[]; asked: number; toggle: (key: string) => void } {
  const [{ open, asked }, setState] = useState<{ open: readonly string[]; asked: number }>({ open: [], asked: 0 })
  const toggle = (cause: string) => {
    const others = open.filter((other) => other !== cause)
    setState(others.length < open.length ? { open: others, asked } : { open: [cause, ...others], asked: asked + 1 })
  }
  return { open, asked, toggle }
}
