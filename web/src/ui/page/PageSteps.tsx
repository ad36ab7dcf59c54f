/** In the head of a record's page: the ways to those beside it in the list that led here; nothing where no list did. */
import { usePageSteps } from '../list/tools/pageSteps'
import { StepButtons } from '../panel/StepButtons'

export function PageSteps() {
  const steps = usePageSteps()
  return steps && <StepButtons {...steps} place="This page" />
}
