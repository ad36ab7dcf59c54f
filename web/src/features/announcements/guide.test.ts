import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

it('the quickstart guide that is offered was made from its text as it is now; else run `npm run guide`', async () => {
  const pdf = await readFile('public/ledgerwell-quickstart.pdf', 'latin1')
  expect(pdf.slice(0, 5)).toBe('%PDF-')
  const text = await readFile('../docs/quickstart.md')
  expect(pdf).toContain(`% docs/quickstart.md ${createHash('sha256').update(text).digest('hex')}`)
})
