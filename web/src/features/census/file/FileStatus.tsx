/** Where a file stands, in one dot and a few words: its tasks, or its undoing once that was asked for. */
import { StatusDot } from '../../../ui/value/StatusDot'
import type { CensusFile } from '../queries'
import { undoStatus } from '../undo/undo'
import { statusLook, statusText } from '../words'

export function FileStatus({ file }: { file: CensusFile }) {
  const { says, ...look } = undoStatus(file) ?? { ...statusLook(file.StatusFormatted), says: statusText(file) }
  return <StatusDot {...look}>{says}</StatusDot>
}
