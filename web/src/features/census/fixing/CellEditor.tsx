/** The editors of a cell: a text, or one of a closed list, which letters find and Enter, Tab and the mouse take. */
import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import styles from './CellGrid.module.css'
import { found, type Choice } from './choices'

/** Where the focus goes from the cell; nothing where one has clicked elsewhere. */
export interface Move {
  row: number
  column: number
}

/** Ends editing: with the text of the cell, or with nothing when it stays as it was. */
export type Done = (text: string | undefined, move?: Move) => void

interface CellEditorProps {
  label: string
  /** What is edited: the text of the cell, or the letter that has opened the editor. */
  text: string
  /** What stands in the cell. */
  current: string
  /** Absent where any text may stand. */
  choices: readonly Choice[] | undefined
  onDone: Done
}

export function CellEditor({ choices, ...editor }: CellEditorProps) {
  return choices ? <ChoiceEditor {...editor} choices={choices} /> : <TextEditor {...editor} />
}

function TextEditor({ label, text, onDone }: Omit<CellEditorProps, 'choices' | 'current'>) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    // Behind the letter that has opened the editor.
    input.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    const move = moveOf(event)
    if (!move) return
    onDone(event.key === 'Escape' ? undefined : event.currentTarget.value, move)
    taken(event)
  }
  return (
    <input
      ref={input}
      className={styles.editor}
      aria-label={label}
      defaultValue={text}
      onKeyDown={key}
      onBlur={(event) => onDone(event.currentTarget.value)}
    />
  )
}

function ChoiceEditor({ label, text, choices, current, onDone }: CellEditorProps & { choices: readonly Choice[] }) {
  const id = useId()
  const combobox = useCombobox({ opened: true })
  const [typed, setTyped] = useState(text === current ? '' : text)
  const [at, setAt] = useState(typed ? 0 : choices.findIndex(({ value }) => value === current))
  const shown = found(choices, typed)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const type = (search: string) => {
    setTyped(search)
    setAt(search ? 0 : -1)
  }
  const key = (event: KeyboardEvent) => {
    const move = moveOf(event)
    if (move) onDone(event.key === 'Escape' ? undefined : shown[at]?.value, move)
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    taken(event)
  }
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="max-content"
      onOptionSubmit={(value) => onDone(String(value), stays)}
    >
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <input
          ref={input}
          className={styles.editor}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={shown[at] && `${id}-${at}`}
          autoComplete="off"
          placeholder={current}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={key}
          onBlur={() => onDone(undefined)}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options id={id} aria-label={label} className={styles.choices}>
          {shown.length === 0 && <Combobox.Empty>No results.</Combobox.Empty>}
          {shown.map((choice, place) => (
            <Combobox.Option
              key={choice.value}
              id={`${id}-${place}`}
              value={choice.value}
              selected={place === at}
              aria-selected={place === at}
            >
              {choice.label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const stays: Move = { row: 0, column: 0 }

/** Where a key that ends editing leads. */
function moveOf({ key, shiftKey }: KeyboardEvent): Move | undefined {
  if (key === 'Escape') return stays
  if (key === 'Enter') return { row: 1, column: 0 }
  return key === 'Tab' ? { row: 0, column: shiftKey ? -1 : 1 } : undefined
}

function taken(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
