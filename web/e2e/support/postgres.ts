/** An own PostgreSQL instance: on a socket in its own folder and on no port, forgetful and fast, gone with the journeys. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Kept } from './kept'

const run = promisify(execFile)

const missing =
  'PostgreSQL 15 or later is needed: run `make tools`, or install it (Debian, Ubuntu: `apt-get install postgresql`).'

const settings = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
]

export interface Postgres {
  url: string
  stop: () => Promise<void>
}

export async function startPostgres(): Promise<Postgres> {
  const bin = binaries()
  const owner = await unprivileged()
  const folder = await mkdtemp(join(tmpdir(), 'ledgerwell-postgres-'))
  if (owner) await chown(folder, owner.user, owner.group)
  const as = owner ? ['setpriv', `--reuid=${owner.user}`, `--regid=${owner.group}`, '--clear-groups'] : []
  const data = join(folder, 'data')
  const [initdb = '', ...rest] = [
    ...as,
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  await run(initdb, rest)
  const command = [
    ...as,
    join(bin, 'postgres'),
    '-D',
    data,
    '-k',
    folder,
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const server = new Kept({ folder, command, signal: 'QUIT' })
  await server.until(async () => {
    await run(join(bin, 'pg_isready'), ['-h', folder, '-U', 'postgres'])
    return true
  })
  return { url: `postgres://postgres@localhost/postgres?host=${folder}`, stop: () => server.stop() }
}

/** Where `initdb` and `postgres` lie: on the path, or where Debian keeps them. */
function binaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  const found = folders.find((folder) =>
    ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))),
  )
  if (!found) throw new Error(missing)
  return found
}

/** Whom it runs as when we are root, whom PostgreSQL refuses. */
async function unprivileged(): Promise<{ user: number; group: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const id = async (which: string) => Number((await run('id', [which, name])).stdout)
    const found = await Promise.all([id('-u'), id('-g')]).catch(() => undefined)
    if (found) return { user: found[0], group: found[1] }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.')
}
