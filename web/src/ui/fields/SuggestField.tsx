/** One line of text with suggestions of what was used before: one may take one, or type something new. */
import { Autocomplete } from '@mantine/core'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'

interface SuggestFieldProps extends FieldProps {
  suggestions: readonly string[]
  maxLength?: number
}

const mostSuggestions = 10

export function SuggestField({ suggestions, maxLength, ...props }: SuggestFieldProps) {
  const { frame, value, set } = useFieldFrame(props)
  return (
    <FieldCell field={props}>
      <Autocomplete
        {...frame}
        data={[...suggestions]}
        limit={mostSuggestions}
        maxDropdownHeight={280}
        maxLength={maxLength}
        value={asText(value)}
        onChange={set}
      />
    </FieldCell>
  )
}
