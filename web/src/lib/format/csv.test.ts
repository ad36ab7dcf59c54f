import { expect, it } from 'vitest'
import { csvWithout } from './csv'

it.each([
  ['Status,Sent,Due Date\r\nOpen,,12/04/2026\r\n', 'Status,Due Date\r\nOpen,12/04/2026\r\n'],
  ['Group,Sent\n"Moss, ""Ann""\nand Son",Not sent\n', 'Group\n"Moss, ""Ann""\nand Son"\n'],
  ['Sent,Status\n,Sent', 'Status\nSent'],
  ['Status,Due Date\nSent,\n', 'Status,Due Date\nSent,\n'],
  ['Status,Sent\n"never ended,\n', 'Status,Sent\n"never ended,\n'],
  ['Status,Sent\n1,', 'Status\n1'],
  ['', ''],
])('%j without Sent is %j', (content, without) => {
  expect(csvWithout(content, 'Sent')).toBe(without)
})
