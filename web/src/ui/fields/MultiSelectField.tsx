/** Several of a list. The value is an array of the options' values; what is no option (yet) stays chosen until it is taken away. */
import { Pill, PillsInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { ChoiceBox, ClearCross } from './choosing/ChoiceBox'
import { matching, type Option } from './choosing/matching'
import { useChoosing } from './choosing/useChoosing'
import { chevron, FieldCell, lacking, useFieldFrame, withComplaint, type FieldProps } from './frame'

/** So many options are offered at once: more would make the list slow to open, and typing finds the others. */
const mostOffered = 100

export function MultiSelectField({
  options,
  nothing = 'No results.',
  ...props
}: FieldProps & { options: readonly Option[]; nothing?: string }) {
  const { frame, label, value, set, complain } = useFieldFrame({ placeholder: 'Select...', ...props })
  const [typed, onType] = useState<string>()
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  // What is chosen has no name before the options are there.
  const lacks = lacking(props.query)
  const shown = lacks ? [] : chosen
  const isOption = (one: unknown) => options.some((option) => option.value === one)
  const choose = (picked: readonly unknown[]) => {
    const others = picked.filter((one) => !isOption(one))
    set([...others, ...options.map((option) => option.value).filter((one) => picked.includes(one))])
  }
  const without = (gone: unknown) => choose(chosen.filter((one) => one !== gone))
  const free = options.filter((option) => !chosen.includes(option.value))
  const choosing = useChoosing({
    typed,
    onType,
    shown: '',
    entries: (typed?.trim() ? matching(free, typed) : free).slice(0, mostOffered),
    isChosen: () => false,
    onTake: (option: Option) => choose([...chosen, option.value]),
    onEmpty: () => undefined,
    several: true,
    complain,
  })
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && choosing.input.value === '' && shown.length > 0) without(shown.at(-1))
    choosing.input.onKeyDown(event)
  }
  const { id, name, placeholder, disabled, ...around } = withComplaint(frame, choosing.complaint)
  const clear = () => {
    onType(undefined)
    set([])
  }
  return (
    <FieldCell field={props}>
      <ChoiceBox choosing={choosing} label={label} nothing={lacks ?? nothing} disabled={disabled}>
        <PillsInput
          {...around}
          id={id}
          disabled={disabled}
          rightSection={frame.rightSection ?? chevron}
          rightSectionPointerEvents="none"
          onClick={choosing.input.onClick}
          __clearable={shown.length > 0 && !disabled}
          __clearSection={<ClearCross label={label} choosing={choosing} onClear={clear} />}
        >
          <Pill.Group disabled={disabled}>
            {shown.map((one) => (
              <Pill key={String(one)} withRemoveButton disabled={disabled} onRemove={() => without(one)}>
                {options.find((option) => option.value === one)?.label ?? String(one)}
              </Pill>
            ))}
            <PillsInput.Field
              {...choosing.input}
              id={id}
              name={name}
              placeholder={shown.length > 0 ? undefined : placeholder}
              disabled={disabled}
              onKeyDown={press}
            />
          </Pill.Group>
        </PillsInput>
      </ChoiceBox>
    </FieldCell>
  )
}
