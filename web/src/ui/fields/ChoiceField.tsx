/** One of a few, all in view: a segmented control. */
import { Input, SegmentedControl } from '@mantine/core'
import { FieldCell, useFieldFrame, joined, type FieldProps } from './frame'

export interface Choice<Value> {
  value: Value
  label: string
}

interface ChoiceFieldProps<Value> extends FieldProps {
  choices: readonly Choice<Value>[]
  /** Told what was chosen, for fields that follow from it. */
  onChoose?: (value: Value) => void
}

export function ChoiceField<Value>({ choices, onChoose, ...props }: ChoiceFieldProps<Value>) {
  const { frame, value, set } = useFieldFrame(props)
  const { control, wrapper } = joined(frame)
  const labelId = `${frame.id}-label`
  return (
    <FieldCell field={props}>
      <Input.Wrapper labelElement="div" label={frame.label} labelProps={{ id: labelId }} {...wrapper}>
        <SegmentedControl
          id={frame.id}
          name={frame.name}
          aria-labelledby={labelId}
          {...control}
          fullWidth
          disabled={frame.disabled}
          transitionDuration={0}
          data={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
          value={String(choices.findIndex((choice) => Object.is(choice.value, value)))}
          onChange={(index) => {
            const choice = choices[Number(index)]
            if (!choice) return
            set(choice.value)
            onChoose?.(choice.value)
          }}
        />
      </Input.Wrapper>
    </FieldCell>
  )
}

const yesNoUnset = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
  { value: null, label: 'Not set' },
]
const yesNo = yesNoUnset.slice(0, 2)

/** Yes, no, or not set (null): the next level decides. */
export function YesNoUnsetField(props: FieldProps) {
  return <ChoiceField {...props} choices={yesNoUnset} />
}

/** Yes or no. */
export function YesNoField(props: FieldProps) {
  return <ChoiceField {...props} choices={yesNo} />
}
