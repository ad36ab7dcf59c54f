/** Makes the quickstart guide that the web app offers for download from docs/quickstart.md: npm run guide */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openBrowser } from './browser'
import { guidePage } from './guidePage'

const source = resolve('../docs/quickstart.md')
const guide = resolve('public/ledgerwell-quickstart.pdf')

export default async function make(): Promise<void> {
  const font = await readFile(resolve('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
  const browser = await openBrowser()
  const page = await browser.newPage()
  const text = await readFile(source, 'utf8')
  await page.setContent(guidePage(text, `data:font/woff2;base64,${font.toString('base64')}`))
  await page.evaluate(() => document.fonts.ready)
  const pdf = await page.pdf({ format: 'Letter', tagged: true, outline: true, preferCSSPageSize: true })
  // A comment after the end: from which text it was made, so that a test can tell a stale one.
  await writeFile(
    guide,
    Buffer.concat([pdf, Buffer.from(`% docs/quickstart.md ${createHash('sha256').update(text).digest('hex')}\n`)]),
  )
  await browser.close()
}
