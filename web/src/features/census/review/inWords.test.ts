import { describe, expect, it } from 'vitest'
import { inWords } from './inWords'

describe('what speaks for and against a member', () => {
  it.each([
    [
      ['First name agrees (+3.1)', 'Last name agrees (+8.0)', 'Date of birth agrees (+12.2)'],
      ['First name, last name and date of birth agree.'],
    ],
    [['Unique ID agrees (+16.0)'], ['Unique ID agrees.']],
    [['ID differs (-8.2)', 'ZIP code differs (-0.4)', 'Email differs (-1.0)'], ['ID, ZIP code and email differ.']],
    [
      ['Date of birth agrees (+12.2)', 'First name is similar (+0.7)', 'ID differs (-8.2)'],
      ['Date of birth agrees.', 'ID differs.', 'First name is similar.'],
    ],
    [['State agrees (-0.0)'], []],
    [['First name agrees', 'First name agrees'], ['First name agrees.']],
    [[], []],
  ])('%j is %j', (reasons, said) => expect(inWords(reasons)).toEqual(said))
})
