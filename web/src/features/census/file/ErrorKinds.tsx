/** What is wrong with the rows of a file, kind by kind with how many rows each holds up. */
import { useQuery } from '@tanstack/react-query'
import { count, counted } from '../../../lib/format/money'
import { WidgetPart } from '../../../ui/page/Widget'
import { Details } from '../../../ui/value/Details'
import { findingTitle } from '../fixing/cells'
import { findings } from '../fixing/queries'
import type { CensusFile, CensusTask } from '../queries'

/** So many kinds are told; the rest is counted. */
const told = 8

export function ErrorKinds({ file, task }: { file: CensusFile; task: CensusTask }) {
  const isHeld = task.Data.RecordsWithErrorsCount > 0
  const { data } = useQuery({ ...findings(file.Id, task.Id), enabled: isHeld })
  const kinds = (isHeld ? (data ?? []) : []).filter(({ Severity }) => Severity === 'Error')
  if (kinds.length === 0) return null
  const rest = kinds.length - told
  return (
    <WidgetPart>
      <Details
        items={[
          ...kinds.slice(0, told).map((kind) => ({
            id: `${kind.Kind} ${kind.Field ?? ''}`,
            term: findingTitle(kind),
            value: counted(kind.Records, 'row'),
          })),
          ...(rest > 0 ? [{ id: 'rest', term: `${count(rest)} more`, value: 'see Fix Rows' }] : []),
        ]}
      />
    </WidgetPart>
  )
}
