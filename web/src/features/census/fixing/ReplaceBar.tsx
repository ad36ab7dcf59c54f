/** One wrong value replaced everywhere: which, by what, and in how many cells. */
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { failureMessage } from '../../../lib/failure'
import { count, counted } from '../../../lib/format/money'
import { Button } from '../../../ui/action/Button'
import { ChoiceInput } from '../../../ui/fields/choosing/ChoiceBox'
import { matching } from '../../../ui/fields/choosing/matching'
import { useChoosing } from '../../../ui/fields/choosing/useChoosing'
import { chevron } from '../../../ui/fields/frame'
import { Note } from '../../../ui/state/Note'
import type { Choice } from './choices'
import styles from './FixRows.module.css'
import type { Finding } from './queries'

export interface Replacement {
  /** Every value when absent. */
  from: string | undefined
  to: string
  /** Whether the group's next files are read so too; absent leaves that as it is. */
  remember: boolean | undefined
}

interface ReplaceBarProps {
  finding: Finding
  /** The values that may take its place; absent where any text may. */
  choices: readonly Choice[] | undefined
  busy: boolean
  onReplace: (wish: Replacement) => Promise<void>
  onClose: () => void
}

const every = ''

/** The kind of finding of a value that was replaced as remembered: without the tick it is forgotten. */
const remembered = 'remembered_value'

export function ReplaceBar({ finding, choices, busy, onReplace, onClose }: ReplaceBarProps) {
  const [from, setFrom] = useState(finding.Values[0]?.Value ?? every)
  const [to, setTo] = useState('')
  const [remember, setRemember] = useState(finding.Kind === remembered)
  const [failed, setFailed] = useState<string>()
  const [unread, setUnread] = useState<string>()
  // What stands for one value only can be looked for in other files.
  const mayRemember = finding.CanBeRemembered && from !== every
  const cells = finding.Values.find(({ Value }) => Value === from)?.Records ?? finding.Records
  const data = [
    ...finding.Values.map(({ Value, Records }) => ({ value: Value, label: `${Value} (${counted(Records, 'cell')})` })),
    { value: every, label: finding.Records === 1 ? 'The only cell' : `All ${counted(finding.Records, 'cell')}` },
  ]
  const replace = () => {
    setFailed(undefined)
    onReplace({
      from: from === every ? undefined : from,
      to: to.trim(),
      remember: mayRemember ? remember : undefined,
    }).catch((failure: unknown) => setFailed(failureMessage(failure)))
  }
  return (
    <>
      <form
        className={styles.replace}
        aria-label="Replace everywhere"
        onSubmit={(event) => {
          event.preventDefault()
          if (unread === undefined) replace()
        }}
      >
        <span>Replace in {finding.Label}</span>
        <Select
          className={styles.value}
          aria-label="Value in the file"
          data={data}
          value={from}
          allowDeselect={false}
          withCheckIcon={false}
          onChange={(value) => setFrom(value ?? every)}
        />
        <span aria-hidden>→</span>
        {choices ? (
          <NewChoice choices={choices} value={to} onChoose={setTo} complain={setUnread} />
        ) : (
          <TextInput
            className={styles.value}
            aria-label="New value"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        )}
        {mayRemember && (
          <Checkbox
            label="Remember for this group’s next files"
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
        )}
        <Button kind="primary" type="submit" busy={busy} disabled={to.trim() === ''}>
          {cells === 1 ? 'Replace in 1 row' : `Replace in all ${count(cells)} rows`}
        </Button>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </form>
      {failed && (
        <Note kind="bad" live>
          {failed}
        </Note>
      )}
    </>
  )
}

interface NewChoiceProps {
  choices: readonly Choice[]
  value: string
  onChoose: (value: string) => void
  /** Receives why what was typed is none of the choices. */
  complain: (message: string | undefined) => void
}

function NewChoice({ choices, value, onChoose, complain }: NewChoiceProps) {
  const [typed, onType] = useState<string>()
  const choosing = useChoosing<Choice>({
    typed,
    onType,
    shown: choices.find((choice) => choice.value === value)?.label ?? '',
    entries: typed?.trim() ? matching(choices, typed) : choices,
    isChosen: (choice) => choice.value === value,
    onTake: (choice) => onChoose(choice.value),
    complain,
  })
  return (
    <ChoiceInput
      className={styles.value}
      aria-label="New value"
      placeholder="Select..."
      error={choosing.complaint}
      rightSection={chevron}
      choosing={choosing}
      listLabel="New value"
      nothing="No results."
    />
  )
}
