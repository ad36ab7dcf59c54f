/** One of a list, found by typing or picked. The value is the option's value, or null when nothing is chosen. */
import { useState } from 'react'
import { ChoiceInput } from './choosing/ChoiceBox'
import { matching, type Option } from './choosing/matching'
import { useChoosing } from './choosing/useChoosing'
import { chevron, FieldCell, lacking, given, useFieldFrame, withComplaint, type FieldProps } from './frame'

export type { Option }

interface SelectFieldProps extends FieldProps {
  options: readonly Option[]
  /** Offers a cross that empties the field. */
  clearable?: boolean
  /** Shown when there are no options. */
  nothing?: string
  /** Told what was chosen, for fields that follow from it. */
  onChoose?: (value: Option['value'] | null) => void
}

const noResults = 'No results.'
/** A choice of more letters is cut beside another field at 390 px. */
const longChoice = 16
/** A list that is seen whole needs no keyboard of a touch screen over it. */
const fewChoices = 10

export function SelectField({ options, clearable = false, nothing = noResults, onChoose, ...props }: SelectFieldProps) {
  const { frame, label, value, set, complain } = useFieldFrame({ placeholder: 'Select...', ...props }, given(props))
  const [typed, onType] = useState<string>()
  const isChosen = (option: Option) => value !== null && value !== undefined && String(option.value) === String(value)
  const chosen = options.find(isChosen)
  const choose = (option: Option | undefined) => {
    set(option?.value ?? null)
    onChoose?.(option?.value ?? null)
  }
  const choosing = useChoosing({
    typed,
    onType,
    shown: chosen?.label ?? '',
    entries: typed?.trim() ? matching(options, typed) : options,
    isChosen,
    onTake: choose,
    onEmpty: clearable ? () => choose(undefined) : undefined,
    complain,
  })
  return (
    <FieldCell field={props} long={options.some(({ label }) => label.length > longChoice)}>
      <ChoiceInput
        {...withComplaint(frame, choosing.complaint)}
        rightSection={frame.rightSection ?? chevron}
        inputMode={options.length > fewChoices ? 'text' : 'none'}
        choosing={choosing}
        listLabel={label}
        nothing={lacking(props.query) ?? (options.length === 0 ? nothing : noResults)}
        onClear={clearable && (chosen || typed) ? () => (onType(undefined), choose(undefined)) : undefined}
      />
    </FieldCell>
  )
}
