// Packs the built scripts, styles and pictures once, so that the program need not pack them anew for each browser: beside FILE stand
// FILE.br and FILE.gz, where they are smaller.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /\.(js|css|svg)$/
/** Below a packet nothing is gained. */
const smallest = 1024

const forms: readonly (readonly [string, (text: Buffer) => Promise<Buffer>])[] = [
  ['br', (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })],
  ['gz', (text) => promisify(gzip)(text, { level: 9 })],
]

export function packed(): Plugin {
  let folder = ''
  return {
    name: 'packed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir, build.assetsDir)
    },
    async closeBundle() {
      for (const name of (await readdir(folder)).filter((one) => worthIt.test(one))) await pack(join(folder, name))
    },
  }
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < smallest) return
  for (const [end, form] of forms) {
    const small = await form(text)
    if (small.length < text.length) await writeFile(`${file}.${end}`, small)
  }
}
