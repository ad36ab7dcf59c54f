/**
 * One line of text with suggestions of what was used before: one may take one, or type something new. Nothing is marked while one types,
 * so that Enter keeps what was typed; it closes the list before it submits.
 */
import { Autocomplete } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'

interface SuggestFieldProps extends FieldProps {
  suggestions: readonly string[]
  maxLength?: number
}

const mostSuggestions = 10

export function SuggestField({ suggestions, maxLength, ...props }: SuggestFieldProps) {
  const { frame, value, set } = useFieldFrame(props)
  const [open, setOpen] = useState(false)
  const text = asText(value)
  const offers = suggestions.some((one) => one.toLowerCase().includes(text.trim().toLowerCase()))
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // With a suggestion marked by the arrows, the library takes it.
    if (event.key !== 'Enter' || !open || !offers || event.currentTarget.hasAttribute('aria-activedescendant')) return
    event.preventDefault()
    setOpen(false)
  }
  return (
    <FieldCell field={props}>
      <Autocomplete
        {...frame}
        data={[...suggestions]}
        limit={mostSuggestions}
        maxDropdownHeight={280}
        maxLength={maxLength}
        dropdownOpened={open}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        autoSelectOnBlur
        onKeyDown={press}
        value={text}
        onChange={set}
      />
    </FieldCell>
  )
}
