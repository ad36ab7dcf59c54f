import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErpState, type ErpStanding } from './ErpState'

const sent: ErpStanding = {
  State: 'Sent',
  Text: 'Sent',
  Color: '#28a745',
  IsMailUnknown: false,
  Message: null,
  IsKept: false,
}

it.each([
  ['mailed or not to be mailed', {}, false],
  [
    'whose mail may not have left',
    { IsMailUnknown: true, Message: 'It is not known whether its mail was sent.' },
    true,
  ],
  ['that was kept as it was changed', { Message: 'Kept by Dana Reyes.', IsKept: true }, false],
  ['that failed', { State: 'Failed', Text: 'Failed', Message: 'No answer.' }, false],
] as const)(
  'of an invoice %s the mail is told beside the state only where its outcome is unknown',
  (_, facts, isTold) => {
    render(<ErpState state={{ ...sent, ...facts }} />, { wrapper: MantineProvider })
    expect(screen.queryByText('Mail unknown') !== null).toBe(isTold)
  },
)
