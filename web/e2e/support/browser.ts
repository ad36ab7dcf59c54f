/** The browser of the journeys and the screenshots: Debian's chromium, quiet and without any traffic of its own. */
import { chromium, type Browser } from 'playwright-core'

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const wide = { width: 1440, height: 900 }
export const narrow = { width: 390, height: 844 }

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: switches })
}
