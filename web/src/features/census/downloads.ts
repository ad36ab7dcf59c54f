/** The addresses of the files that a browser keeps: what was uploaded, and the template. */
import { addressOf } from '../../api/downloads'
import type { CensusFile } from './queries'

/** The address of the file as it was uploaded. */
export function originalHref(id: number): string {
  return addressOf('/api/v1/census/files/{id}/download', { id })
}

/** The address of several files as they were uploaded, as one. */
export function originalsHref(files: readonly Pick<CensusFile, 'Id'>[]): string {
  return `${addressOf('/api/v1/census/files/archive', {})}?${new URLSearchParams({ FileIds: files.map(({ Id }) => Id).join(',') })}`
}

/** The template as CSV. */
export const templateHref = addressOf('/api/v1/census/template', {})
