/** The built program with demonstration data, on a free port of this machine. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Kept, logIn } from './kept'

/** The password of the demonstration's users. */
export const demoPassword = 'a lantern over the harbor'

/** How journeys reach a running program. */
export interface Program {
  address: string
  /** Its settings: commands started with them work on the same data. */
  settings: Record<string, string>
  /** Where it leaves mails. */
  outbox: string
  /** The file of what it says. */
  log: string
}

interface Start {
  /** The embedded database when absent. */
  databaseUrl?: string
  /** How many members are made up. */
  members?: number
}

/** Makes demonstration data and serves it. */
export async function startProgram({ databaseUrl, members = 300 }: Start = {}): Promise<{
  program: Program
  stop: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgerwell-journeys-'))
  const address = `127.0.0.1:${await freePort()}`
  const settings: Record<string, string> = {
    LEDGERWELL_DATA_DIR: folder,
    LEDGERWELL_LISTEN: address,
    LEDGERWELL_BASE_URL: `http://${address}`,
    LEDGERWELL_DEMO_PASSWORD: demoPassword,
    LEDGERWELL_LOG: 'warn',
    LEDGERWELL_ERP_SANDBOX: `127.0.0.1:${await freePort()}`,
    ...(databaseUrl ? { LEDGERWELL_DATABASE_URL: databaseUrl } : {}),
  }
  const program = { address: `http://${address}`, settings, outbox: join(folder, 'outbox'), log: logIn(folder) }
  try {
    await command(program, ['demo', '--members', String(members)])
  } catch (failure) {
    await rm(folder, { recursive: true, force: true })
    throw failure
  }
  const server = new Kept({ folder, command: [binary(), 'serve'], signal: 'TERM', environment: environment(settings) })
  await server.until(async () => (await fetch(`${program.address}/readyz`)).ok)
  return { program, stop: () => server.stop() }
}

/** Runs one command of the program on the data of a running one. */
export function command(program: Pick<Program, 'settings'>, parts: readonly string[], input = ''): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(binary(), parts, { env: environment(program.settings), timeout: 180_000 })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
    child.once('error', fail)
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(`ledgerwell ${parts[0]} ended with ${code}.\n${said}`)),
    )
    child.stdin.end(input)
  })
}

/** An administrator of one journey's own, so that what it does to him is nobody else's matter. */
export async function makeAdministrator(program: Program, email: string, password: string): Promise<void> {
  await command(
    program,
    ['create-admin', '--email', email, '--first-name', 'Odette', '--last-name', 'Tamura'],
    `${password}\n`,
  )
}

/** The settings and nothing else of ours: whoever runs the journeys may have a Ledgerwell of his own. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('LEDGERWELL_'))
  return { ...Object.fromEntries(others), ...settings }
}

/** The program that the tests have built, or the one that the environment names. */
function binary(): string {
  if (process.env.JOURNEYS_PROGRAM) return resolve(process.env.JOURNEYS_PROGRAM)
  const target = process.env.CARGO_TARGET_DIR ? resolve('..', process.env.CARGO_TARGET_DIR) : resolve('../target')
  const path = join(target, 'debug', 'ledgerwell')
  if (!existsSync(path)) throw new Error(`There is no ${path}: run \`make build\`.`)
  return path
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}
