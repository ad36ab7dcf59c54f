/** A question in the row that it is about, before an answer is sent that cannot be taken back. Enter says yes, Escape not yet. */
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/action/Button'
import { Inline } from '../../../ui/Stack'
import { Note } from '../../../ui/state/Note'

export interface AskedAnswer {
  question: string
  /** The answer in the words of its button: `Yes, a new member`. */
  yes: string
  confirm: () => void
  drop: () => void
}

export function AskedInPlace({ question, yes, confirm, drop }: AskedAnswer) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [question])
  const dropByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') drop()
  }
  return (
    // The keys come from the buttons in it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} onKeyDown={dropByEscape}>
      <Note
        kind="warn"
        live
        title={question}
        action={
          <Inline>
            <Button small onClick={confirm}>
              {yes}
            </Button>
            <Button small kind="quiet" onClick={drop}>
              Not yet
            </Button>
          </Inline>
        }
      >
        It cannot be taken back, only decided otherwise.
      </Note>
    </div>
  )
}
