/**
 * Programs that run beside the journeys. Each is kept by a shell that reads from a pipe only this process holds: however this
 * process ends, the pipe ends with it, and the shell stops the program and removes its folder.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const script = `
folder=$1
signal=$2
shift 2
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
( read -r _ <&3; kill -s "$signal" "$program" 2>/dev/null ) &
reader=$!
wait "$program"
kill "$reader" 2>/dev/null
rm -rf "$folder"
`

/** The file in which a program leaves what it writes. */
export const logIn = (folder: string): string => join(folder, 'log')

interface Wish {
  /** The folder the program works in; removed when it has ended. */
  folder: string
  command: readonly string[]
  /** What stops it. */
  signal: 'TERM' | 'QUIT'
  environment?: NodeJS.ProcessEnv
}

/** A program that runs until it is stopped or this process ends. */
export class Kept {
  readonly #shell: ChildProcess
  readonly #log: string
  readonly #ended: Promise<void>
  #running = true

  constructor({ folder, command, signal, environment = process.env }: Wish) {
    this.#log = logIn(folder)
    const log = openSync(this.#log, 'a')
    this.#shell = spawn('sh', ['-c', script, 'sh', folder, signal, ...command], {
      env: environment,
      detached: true,
      stdio: ['pipe', log, log],
    })
    closeSync(log)
    this.#ended = new Promise((done) => {
      this.#shell.once('exit', () => {
        this.#running = false
        done()
      })
    })
  }

  /** Waits until `ready` says so; fails with the last lines of the log when the program ends first or time is up. */
  async until(ready: () => Promise<boolean>, within = 60_000): Promise<void> {
    const begun = Date.now()
    while (!(await ready().catch(() => false))) {
      if (!this.#running || Date.now() - begun > within) throw new Error(`It did not start.\n${this.log()}`)
      await pause(50)
    }
  }

  /** The last lines it wrote. */
  log(): string {
    try {
      return readFileSync(this.#log, 'utf8').split('\n').slice(-40).join('\n')
    } catch {
      return 'It ended and left no log.'
    }
  }

  async stop(): Promise<void> {
    this.#shell.stdin?.end()
    await this.#ended
  }
}
