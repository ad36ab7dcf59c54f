/**
 * Typing in a field that takes one of a list: the first match is marked while one types; Enter and Tab take the marked one, and Enter
 * submits nothing while the list is open. A text that is none of the choices stays in the field, which says so and is not saved.
 */
import { useEffect, useId, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { onlyMatch, type Option } from './matching'

interface ChoosingOptions<Entry extends Option> {
  /** What was typed and not taken yet; undefined when nothing was. */
  typed: string | undefined
  onType: (text: string | undefined) => void
  /** What stands in the field while nothing is typed: the name of what is chosen. */
  shown: string
  /** What is offered for the typed text, the best match first. */
  entries: readonly Entry[]
  isChosen: (entry: Entry) => boolean
  onTake: (entry: Entry) => void
  /** What happens when the field was emptied by typing; absent where it cannot be empty. */
  onEmpty?: (() => void) | undefined
  /** The list stays open for the next choice. */
  several?: boolean
  /** Enter was pressed before the choices for the typed text are there. */
  onHurry?: (() => void) | undefined
  /** Receives what is wrong with the text that stands in the field, and undefined when nothing is. */
  complain: (message: string | undefined) => void
}

export interface Choosing<Entry extends Option> {
  open: boolean
  entries: readonly Entry[]
  /** The place of the entry that Enter and Tab take; -1 for none. */
  marked: number
  listId: string
  isChosen: (entry: Entry) => boolean
  take: (entry: Entry) => void
  close: () => void
  /** What is wrong with the text that one has left in the field. */
  complaint: string | undefined
  /** The properties of the text input. */
  input: ReturnType<typeof inputOf>
}

type Way = 'Enter' | 'Tab' | 'elsewhere'

export function useChoosing<Entry extends Option>(options: ChoosingOptions<Entry>): Choosing<Entry> {
  const { typed, onType, shown, entries, isChosen, onTake, onEmpty, several = false, onHurry, complain } = options
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [moved, setMoved] = useState<number>()
  const [hasLeft, setHasLeft] = useState(false)
  const isTyped = typed !== undefined && typed.trim() !== ''
  const first = isTyped ? entries.findIndex(isUsable) : entries.findIndex(isChosen)
  const marked = moved !== undefined && isUsable(entries[moved]) ? moved : first

  const wrong = isTyped ? notInList(typed.trim(), onEmpty !== undefined) : undefined
  useEffect(() => {
    complain(wrong)
    return () => complain(undefined)
  }, [complain, wrong])

  const close = () => {
    setOpen(false)
    setMoved(undefined)
  }
  const take = (entry: Entry) => {
    if (!isChosen(entry)) onTake(entry)
    onType(undefined)
    setMoved(undefined)
    setOpen(several && open)
  }
  const settle = (way: Way) => {
    const entry = way === 'elsewhere' ? (isTyped ? onlyMatch(entries, typed) : undefined) : entries[marked]
    const isWanted = isTyped || (open && way !== 'elsewhere' && typed === undefined)
    if (entry && isWanted) return take(entry)
    if (isTyped) {
      setHasLeft(true)
      if (way === 'Enter') return onHurry?.()
    } else if (typed !== undefined) {
      onEmpty?.()
      onType(undefined)
    }
    close()
  }
  const move = (step: number) => {
    const from = open ? marked : marked - step
    const places = entries.map((_, place) => (from + step * (place + 1) + entries.length * 2) % entries.length)
    setOpen(true)
    setMoved(places.find((place) => isUsable(entries[place])))
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isBusy = open || typed !== undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && isBusy) settle('Enter')
    else if (event.key === 'Escape' && isBusy) {
      onType(undefined)
      close()
    } else {
      // The focus goes on by itself.
      if (event.key === 'Tab' && isBusy) settle('Tab')
      return
    }
    event.preventDefault()
  }
  const type = (text: string) => {
    setHasLeft(false)
    onType(text)
    setMoved(undefined)
    setOpen(true)
  }
  const input = inputOf({ text: typed ?? shown, open, isTyped, listId, marked }, { type, press, settle, setOpen })
  return { open, entries, marked, listId, isChosen, take, close, complaint: hasLeft ? wrong : undefined, input }
}

interface Standing {
  text: string
  open: boolean
  isTyped: boolean
  listId: string
  marked: number
}

interface Doing {
  type: (text: string) => void
  press: (event: KeyboardEvent) => void
  settle: (way: Way) => void
  setOpen: (open: boolean) => void
}

function inputOf({ text, open, isTyped, listId, marked }: Standing, { type, press, settle, setOpen }: Doing) {
  return {
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': open ? listId : undefined,
    'aria-activedescendant': open && marked >= 0 ? optionId(listId, marked) : undefined,
    // Escape is for the list and the text as long as there is either.
    'data-mantine-stop-propagation': open || isTyped || undefined,
    autoComplete: 'off',
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
    onClick: () => setOpen(true),
    onKeyDown: press,
    onBlur: () => settle('elsewhere'),
  } as const
}

export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`
}

function isUsable(entry: Option | undefined): boolean {
  return entry !== undefined && !entry.disabled
}

function notInList(text: string, mayBeEmpty: boolean): string {
  return `“${text}” is not in the list. Choose an entry${mayBeEmpty ? ', or empty the field' : ''}.`
}
