/** A phone number in the shape (###) ###-####; the value is what is shown. A 1 or +1 before it is passed over. */
import { phone, phoneMask, readPhone } from '../../lib/format/masks'
import { asText, FieldCell, given, useFieldFrame, withComplaint, type FieldProps } from './frame'
import { MaskedInput } from './MaskedInput'
import { useRefusedText } from './useRefusedText'

export function PhoneField(props: FieldProps) {
  const { frame, value, set, complain } = useFieldFrame(props, given(props))
  const refused = useRefusedText(complain, 'a phone number of ten digits')
  return (
    <FieldCell field={props}>
      <MaskedInput
        {...withComplaint(frame, refused.complaint)}
        refused={refused}
        mask={phoneMask}
        neverFirst="1"
        type="tel"
        inputMode="tel"
        placeholder={props.placeholder ?? '(###) ###-####'}
        value={phone(asText(value))}
        onMasked={set}
        readWhole={readPhone}
      />
    </FieldCell>
  )
}
