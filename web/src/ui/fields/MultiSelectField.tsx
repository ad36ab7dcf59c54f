/** Several of a list. The value is an array of the options' values. */
import { MultiSelect } from '@mantine/core'
import { chevron, FieldCell, useFieldFrame, type FieldProps } from './frame'
import type { Option } from './SelectField'

export function MultiSelectField({ options, nothing = 'No results.', ...props }: FieldProps & { options: readonly Option[]; nothing?: string }) {
  const { frame, value, set } = useFieldFrame({ placeholder: 'Select...', ...props })
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <FieldCell field={props}>
      <MultiSelect
        {...frame}
        rightSection={frame.rightSection ?? chevron}
        placeholder={chosen.length > 0 ? undefined : frame.placeholder}
        data={options.map((option) => ({ ...option, value: String(option.value) }))}
        searchable
        clearable
        hidePickedOptions
        clearButtonProps={{ 'aria-label': 'Clear' }}
        nothingFoundMessage={nothing}
        maxDropdownHeight={280}
        value={chosen}
        onChange={(picked) => set(options.filter((option) => picked.includes(String(option.value))).map((option) => option.value))}
      />
    </FieldCell>
  )
}
