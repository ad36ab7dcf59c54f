import { expect, it } from 'vitest'
import { addressLine, addressLines } from './address'

it.each([
  [
    { AddressLine1: '4100 Quayside Pkwy', AddressLine2: 'Suite 210', City: 'Tampa', State: 'FL', ZipCode: '33605' },
    ['4100 Quayside Pkwy', 'Suite 210', 'Tampa, FL 33605'],
  ],
  [
    { AddressLine1: '266 Foundry St', AddressLine2: null, City: 'Macon', State: 'GA', ZipCode: null },
    ['266 Foundry St', 'Macon, GA'],
  ],
  [{ City: 'Ocala' }, ['Ocala']],
  [{ ZipCode: '33605' }, ['33605']],
  [{}, []],
])('writes %j as on an envelope', (address, lines) => {
  expect(addressLines(address)).toEqual(lines)
  expect(addressLine(address)).toBe(lines.join(', '))
})
