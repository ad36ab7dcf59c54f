// Runs one TypeScript file of the project with the bundler's own loader: node scripts/run.mjs FILE [arguments]
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [file, ...rest] = process.argv.slice(2)
if (!file) throw new Error('Name the file to run.')
const { module } = await runnerImport(resolve(file), { configFile: false, logLevel: 'error' })
await module.default(rest)
