/** To the records beside the one that is shown, with the keys J and K; in a panel, or in the head of a page. */
import { IconButton } from '../action/Button'
import { IconChevronDown, IconChevronUp } from '../icons'
import { useKeys } from '../keys/useKeys'
import type { Steps } from './neighbours'

interface StepButtonsProps extends Steps {
  /** What the sheet of keys calls the place. */
  place: 'This panel' | 'This page'
}

export function StepButtons({ previous, next, place }: StepButtonsProps) {
  const toPrevious = { keys: 'K', says: 'Previous record', run: () => previous?.() }
  const toNext = { keys: 'J', says: 'Next record', run: () => next?.() }
  useKeys(place, [toNext, toPrevious])
  return (
    <>
      <IconButton icon={IconChevronUp} label={toPrevious.says} disabled={!previous} onClick={previous} />
      <IconButton icon={IconChevronDown} label={toNext.says} disabled={!next} onClick={next} />
    </>
  )
}
