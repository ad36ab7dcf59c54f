/** Where a status change came from; a census file leads to its page. */
import { Link } from '@tanstack/react-router'
import type { Source } from './queries'
import { sourceWords } from './words'

export function SourceLink({ source }: { source: Source | null | undefined }) {
  if (!source) return null
  const says = sourceWords(source)
  if (!source.CensusFileId) return says
  return (
    <Link to="/census-files/$fileId" params={{ fileId: String(source.CensusFileId) }}>
      {says}
    </Link>
  )
}
