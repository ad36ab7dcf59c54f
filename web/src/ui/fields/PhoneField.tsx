/** A phone number in the shape (###) ###-####; the value is what is shown. */
import { MaskInput } from '@mantine/core'
import { phone, phoneMask } from '../../lib/masks'
import { asText, FieldCell, useFieldFrame, type FieldProps } from './frame'

export function PhoneField(props: FieldProps) {
  const { frame, value, set } = useFieldFrame(props)
  return (
    <FieldCell field={props}>
      <MaskInput
        {...frame}
        mask={phoneMask}
        slotChar={null}
        type="tel"
        inputMode="tel"
        placeholder={props.placeholder ?? '(###) ###-####'}
        value={phone(asText(value))}
        onChange={() => {}}
        onChangeRaw={(_, masked) => set(masked)}
      />
    </FieldCell>
  )
}
