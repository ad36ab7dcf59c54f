import { expect, it } from 'vitest'
import { webAddress } from './ExternalLink'

it.each(['https://erp.example.com/invoice/71', 'http://erp.example.com'])('%s is an address of the web', (address) => {
  expect(webAddress(address)).toBe(address)
})

it.each(['javascript:alert(1)', 'data:text/html,x', '/invoices', 'erp.example.com', '', null, undefined])(
  '%j is no link',
  (address) => {
    expect(webAddress(address)).toBeUndefined()
  },
)
