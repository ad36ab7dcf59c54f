import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, it } from 'vitest'

const here = import.meta.dirname

it('the generated types are those of openapi.json; if not, run npm run generate', async () => {
  const document = await readFile(resolve(here, '../../../openapi.json'), 'utf8')
  const committed = await readFile(resolve(here, 'schema.ts'), 'utf8')
  expect(committed).toBe(COMMENT_HEADER + astToString(await openapiTS(document)))
})
