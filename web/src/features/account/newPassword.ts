/** Choosing a password: what the server asks for (rules.md#passwords), and that both entries agree. */
import { refuse } from '../../lib/failure'

export const passwordHelp = '12 to 128 characters. A few words are easier to keep than one with odd letters.'

/** Refuses a repetition that differs, under the field it is about; only the browser sees both entries. */
export function repeated(password: string, again: string): void {
  if (password !== again) refuse('Repeat', 'Enter the same password again.')
}
