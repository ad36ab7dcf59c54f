import { expect, it } from 'vitest'
import {
  EnvelopeError,
  failureMessage,
  failureWithReference,
  loadingFailure,
  PartMissingError,
  UnreachableError,
} from './failure'

it.each([
  'Failed to fetch dynamically imported module: https://portal.example.com/assets/InvoicesPage-1.js',
  'error loading dynamically imported module: https://portal.example.com/assets/InvoicesPage-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/InvoicesPage-1.css',
])('a part that did not arrive is the server not answering: %s', (message) => {
  const failure = loadingFailure(new TypeError(message))
  expect(failure).toBeInstanceOf(PartMissingError)
  expect(failureMessage(failure)).toBe('The server did not answer.')
})

it.each([new TypeError('rows is undefined'), 'Importing a module script failed.', undefined])(
  'anything else stays what it is: %s',
  (reason) => {
    expect(loadingFailure(reason)).toBe(reason)
    expect(failureMessage(reason)).toBe('An unknown error has occurred.')
  },
)

it('a failure is told with the reference that the server gave', () => {
  expect(failureWithReference(new EnvelopeError(500, [], 'An unknown error has occurred.', '7F3A'))).toBe(
    'An unknown error has occurred. Reference 7F3A.',
  )
  expect(failureWithReference(new EnvelopeError(502, [], 'An unknown error has occurred.'))).toBe(
    'An unknown error has occurred.',
  )
  expect(failureWithReference(new UnreachableError())).toBe('The server did not answer.')
})
