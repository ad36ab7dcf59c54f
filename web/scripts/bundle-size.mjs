// Fails when the list screen loads too much JavaScript: the entry, what it imports at once, and the page's own chunk, gzipped.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const limit = 270 * 1024
const dist = new URL('../dist/', import.meta.url).pathname
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const files = new Set()
function take(key) {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return
  if (chunk.file.endsWith('.js')) files.add(chunk.file)
  for (const next of chunk.imports ?? []) take(next)
}

take('index.html')
take('src/features/brokers/BrokersPage.tsx')

let total = 0
for (const file of files) {
  const size = gzipSync(readFileSync(join(dist, file))).length
  total += size
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${file}`)
}
console.log(`${(total / 1024).toFixed(1).padStart(7)} KB  the list screen, of ${limit / 1024} KB allowed`)
if (files.size < 2) throw new Error('The manifest does not name the list screen; this check looks at nothing.')
if (total > limit) process.exitCode = 1
