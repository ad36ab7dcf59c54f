/**
 * Typing in a field that takes one of a list: the first match is marked while one types; Enter and Tab take the marked one, and Enter
 * submits nothing while the list is open. A text that is none of the choices stays in the field, which says so and is not saved.
 * Where the choices are still asked for, Enter, Tab and leaving wait for them, and then take the only one that the text can mean.
 */
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { useComplaint, type Complain } from '../../form/fieldContext'
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
  /** Whether the choices for the typed text are still asked for. */
  isAsking?: boolean
  /** Enter was pressed, or the field was left, before the choices for the typed text are there. */
  onHurry?: (() => void) | undefined
  /** Receives what is wrong with the text that stands in the field, and undefined when nothing is. */
  complain: Complain
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
  /** Whether the field was left and still waits for its choices. */
  isAwaited: boolean
  /** The properties of the text input. */
  input: ReturnType<typeof inputOf> & ReturnType<typeof useSelecting>
}

type Way = 'Enter' | 'Tab' | 'elsewhere'

export function useChoosing<Entry extends Option>(options: ChoosingOptions<Entry>): Choosing<Entry> {
  const { typed, onType, shown, entries, isChosen, onTake, onEmpty, several = false, onHurry } = options
  const listId = useId()
  const [opened, setOpen] = useState(false)
  const [moved, setMoved] = useState<number>()
  const [left, setLeft] = useState<Way>()
  // What was taken when the choices came has closed the list.
  const open = opened && !(left === 'Enter' && typed === undefined)
  const isTyped = typed !== undefined && typed.trim() !== ''
  const isAsking = isTyped && options.isAsking === true
  const first = isTyped ? entries.findIndex(isUsable) : entries.findIndex(isChosen)
  const marked = moved !== undefined && isUsable(entries[moved]) ? moved : first

  const wrong = isTyped ? whyNot(typed.trim(), entries.some(isUsable), onEmpty !== undefined) : undefined
  // The choices came after the decision, unseen: only the one that can be meant is taken.
  const due = left !== undefined && isTyped && !isAsking ? onlyMatch(entries, typed) : undefined
  useComplaint(options.complain, wrong, isAsking || due !== undefined)

  const close = () => {
    setOpen(false)
    setMoved(undefined)
  }
  const show = () => {
    if (typed === undefined) setLeft(undefined)
    setOpen(true)
  }
  const put = (entry: Entry) => {
    if (!isChosen(entry)) onTake(entry)
    onType(undefined)
  }
  const take = (entry: Entry) => {
    put(entry)
    setLeft(undefined)
    setMoved(undefined)
    setOpen(several && open)
  }
  const settle = (way: Way) => {
    if (isAsking) {
      setLeft(way)
      setOpen(way === 'Enter')
      return onHurry?.()
    }
    const entry = way === 'elsewhere' ? (isTyped ? onlyMatch(entries, typed) : undefined) : entries[marked]
    const isWanted = isTyped || (open && way !== 'elsewhere' && typed === undefined)
    if (entry && isWanted) return take(entry)
    if (isTyped) {
      setLeft(way)
      if (way === 'Enter') return
    } else if (typed !== undefined) {
      onEmpty?.()
      onType(undefined)
    }
    close()
  }
  const takeDue = useEffectEvent(() => {
    if (due) put(due)
  })
  const isDue = due !== undefined
  useEffect(() => {
    if (isDue) takeDue()
  }, [isDue])
  const move = (step: number) => {
    const from = open ? marked : marked - step
    const places = entries.map((_, place) => (from + step * (place + 1) + entries.length * 2) % entries.length)
    show()
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
    setLeft(undefined)
    onType(text)
    setMoved(undefined)
    setOpen(true)
  }
  const selecting = useSelecting(typed === undefined, shown)
  const input = {
    ...inputOf({ text: typed ?? shown, open, isTyped, listId, marked }, { type, press, settle, show }),
    ...selecting,
  }
  // After Enter the list shows what matches; elsewhere nothing else says why the text is not taken.
  const isWrong = left !== undefined && !isAsking && !(left === 'Enter' && entries.some(isUsable))
  const isAwaited = left !== undefined && isAsking && !open
  return {
    open,
    entries,
    marked,
    listId,
    isChosen,
    take,
    close,
    complaint: isWrong ? wrong : undefined,
    isAwaited,
    input,
  }
}

/** The name of what is chosen is selected whenever the field has the focus, so that typing replaces it. */
function useSelecting(isChosen: boolean, shown: string) {
  const ref = useRef<HTMLInputElement>(null)
  // The click that brings the focus must not take the selection away again.
  const fresh = useRef(false)
  useEffect(() => {
    if (isChosen && ref.current === document.activeElement) ref.current?.select()
  }, [isChosen, shown])
  return {
    ref,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      if (isChosen) event.currentTarget.select()
      fresh.current = true
    },
    onMouseUp: (event: MouseEvent<HTMLInputElement>) => {
      if (fresh.current && isChosen) event.preventDefault()
      fresh.current = false
    },
  }
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
  show: () => void
}

function inputOf({ text, open, isTyped, listId, marked }: Standing, { type, press, settle, show }: Doing) {
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
    onClick: show,
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

function whyNot(text: string, isFound: boolean, mayBeEmpty: boolean): string {
  const orEmpty = mayBeEmpty ? ', or empty the field' : ''
  return isFound
    ? `“${text}” may be several of the list. Choose one${orEmpty}.`
    : `“${text}” is not in the list. Choose an entry${orEmpty}.`
}
