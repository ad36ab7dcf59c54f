/** How high the rows of lists are: 32 px, or 40 px for those who like more room. A choice of the reader, kept in this browser. */
import { useState } from 'react'

const stored = 'ledgerwell.rows'
const comfort = 'comfort'

function apply(isComfort: boolean): void {
  if (isComfort) document.documentElement.dataset.density = comfort
  else delete document.documentElement.dataset.density
}

/** Applies the choice of the last visit. */
export function restoreDensity(): void {
  apply(localStorage.getItem(stored) === comfort)
}

export function useDensity(): { comfort: boolean; toggle: () => void } {
  const [isComfort, setComfort] = useState(() => localStorage.getItem(stored) === comfort)
  const toggle = () => {
    localStorage.setItem(stored, isComfort ? 'compact' : comfort)
    apply(!isComfort)
    setComfort(!isComfort)
  }
  return { comfort: isComfort, toggle }
}
