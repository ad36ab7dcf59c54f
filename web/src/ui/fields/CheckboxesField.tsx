/** Several of a few, all in view: a box for each. The value is an array of the choices' values. */
import { Checkbox, Input } from '@mantine/core'
import type { Choice } from './ChoiceField'
import styles from './CheckboxesField.module.css'
import { FieldCell, joined, useFieldFrame, type FieldProps } from './frame'

export function CheckboxesField({ choices, ...props }: FieldProps & { choices: readonly Choice<number>[] }) {
  const { frame, value, set } = useFieldFrame(props)
  const { control, wrapper } = joined(frame)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const labelId = `${frame.id}-label`
  return (
    <FieldCell field={props}>
      <Input.Wrapper labelElement="div" label={frame.label} labelProps={{ id: labelId }} {...wrapper}>
        <div
          role="group"
          id={frame.id}
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          className={styles.boxes}
        >
          {choices.map((choice) => (
            <Checkbox
              key={choice.value}
              label={choice.label}
              disabled={frame.disabled}
              aria-invalid={control['aria-invalid']}
              checked={chosen.includes(choice.value)}
              onChange={(event) => {
                const on = event.currentTarget.checked
                set(choices.map((one) => one.value).filter((one) => (one === choice.value ? on : chosen.includes(one))))
              }}
            />
          ))}
        </div>
      </Input.Wrapper>
    </FieldCell>
  )
}
