/** The mails the program has left in its outbox. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Program } from './program'

/** The link of the newest mail to an address, as soon as it is there. */
export function linkMailedTo(program: Program, email: string): Promise<string> {
  return expect
    .poll(() => findLink(program, email), { timeout: 20_000, message: `a mail to ${email}` })
    .toMatch(/^http/)
    .then(() => findLink(program, email))
}

async function findLink(program: Program, email: string): Promise<string> {
  return (await findLetter(program, email)).match(new RegExp(`${program.address}\\S+`))?.[0] ?? ''
}

/** A mail to an address, as soon as it is there. */
export async function letterTo(program: Program, email: string): Promise<string> {
  await expect.poll(() => findLetter(program, email), { timeout: 20_000, message: `a mail to ${email}` }).not.toBe('')
  return findLetter(program, email)
}

async function findLetter({ outbox }: Program, email: string): Promise<string> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const letters = await Promise.all(names.map(async (name) => unfolded(await readFile(join(outbox, name), 'utf8'))))
  return letters.find((text) => text.includes(`To: ${email}`)) ?? ''
}

/** Quoted-printable undone, as far as links need it. */
function unfolded(letter: string): string {
  return letter
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
