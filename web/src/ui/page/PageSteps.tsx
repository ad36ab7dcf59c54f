/** In the head of a record's page: the ways to the records beside it. */
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageSteps } from '../list/tools/pageSteps'
import { StepButtons } from '../panel/StepButtons'

/** The records beside in the list that led here; `otherwise` where no list did. */
export function PageSteps({ otherwise }: { otherwise?: ReactNode }) {
  const steps = usePageSteps()
  return steps ? <StepButtons {...steps} place="This page" /> : otherwise
}

interface StepsToPagesProps {
  /** The addresses of the pages beside; `undefined` for the first and for the last record. */
  previous: string | undefined
  next: string | undefined
}

/** The same buttons for addresses that the page knows by itself. */
export function StepsToPages({ previous, next }: StepsToPagesProps) {
  const navigate = useNavigate()
  const way = (to: string | undefined) => (to === undefined ? undefined : () => void navigate({ to, replace: true }))
  return <StepButtons previous={way(previous)} next={way(next)} place="This page" />
}
