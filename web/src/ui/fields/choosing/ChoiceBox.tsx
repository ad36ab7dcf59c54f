/** A field with its list below: what is offered, what is chosen already, and which entry Enter and Tab take. */
import { CheckIcon, Combobox, InputBase, useCombobox, type InputBaseProps } from '@mantine/core'
import { useEffect, type ComponentProps, type ReactNode } from 'react'
import styles from './ChoiceBox.module.css'
import type { Option } from './matching'
import { optionId, type Choosing } from './useChoosing'

interface ChoiceBoxProps<Entry extends Option> {
  choosing: Choosing<Entry>
  /** Names the list. */
  label: string
  /** Shown when nothing is offered; without it the list is not shown then. */
  nothing: string | undefined
  disabled?: boolean
  /** The control that the list hangs below. */
  children: ReactNode
}

export function ChoiceBox<Entry extends Option>({
  choosing: { open, entries, marked, listId, isChosen, take, close },
  label,
  nothing,
  disabled = false,
  children,
}: ChoiceBoxProps<Entry>) {
  const combobox = useCombobox({ opened: open, onOpenedChange: (opened) => !opened && close() })
  useEffect(() => {
    if (open) document.getElementById(optionId(listId, marked))?.scrollIntoView({ block: 'nearest' })
  }, [open, listId, marked])
  const submit = (value: unknown) => {
    const entry = entries.find((one) => String(one.value) === String(value))
    if (entry) take(entry)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <Combobox.DropdownTarget>{children}</Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={disabled || (entries.length === 0 && nothing === undefined)}>
        <Combobox.Options id={listId} aria-label={label} className={styles.list}>
          {entries.length === 0 && <Combobox.Empty className={styles.nothing}>{nothing}</Combobox.Empty>}
          {entries.map((entry, place) => (
            <Combobox.Option
              key={entry.value}
              id={optionId(listId, place)}
              value={String(entry.value)}
              className={styles.option}
              disabled={entry.disabled === true}
              active={isChosen(entry)}
              selected={place === marked}
              aria-selected={isChosen(entry)}
            >
              {isChosen(entry) && <CheckIcon className={styles.check} aria-hidden />}
              <span>{entry.label}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface ChoiceInputProps<Entry extends Option>
  extends InputBaseProps, Omit<ComponentProps<'input'>, 'size' | 'style'> {
  choosing: Choosing<Entry>
  /** Names the list, and the cross that empties the field. */
  listLabel: string
  nothing: string | undefined
  /** Empties the field; absent where it is empty already or may not be. */
  onClear?: (() => void) | undefined
}

/** One line of text that takes one of a list. */
export function ChoiceInput<Entry extends Option>({
  choosing,
  listLabel,
  nothing,
  onClear,
  ...frame
}: ChoiceInputProps<Entry>) {
  const isDisabled = frame.disabled === true
  return (
    <ChoiceBox choosing={choosing} label={listLabel} nothing={nothing} disabled={isDisabled}>
      <InputBase
        rightSectionPointerEvents="none"
        {...frame}
        {...choosing.input}
        __clearable={onClear !== undefined && !isDisabled}
        __clearSection={onClear && <ClearCross label={listLabel} choosing={choosing} onClear={onClear} />}
      />
    </ChoiceBox>
  )
}

interface ClearCrossProps<Entry extends Option> {
  /** Names the field. */
  label: string
  choosing: Choosing<Entry>
  onClear: () => void
}

/** The cross that empties a field. It goes away with what it cleared, so the focus goes to the field. */
export function ClearCross<Entry extends Option>({ label, choosing, onClear }: ClearCrossProps<Entry>) {
  const clear = () => {
    onClear()
    choosing.input.ref.current?.focus()
  }
  return (
    <Combobox.ClearButton
      aria-label={`Clear ${label}`}
      // Any text here, even "false", takes the cross out of the order of Tab in a side panel.
      aria-hidden={undefined}
      tabIndex={0}
      onClear={clear}
    />
  )
}
