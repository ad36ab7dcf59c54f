/** What the import has done last, the newest first: it follows a run, and stays afterwards. */
import { useQuery } from '@tanstack/react-query'
import { count } from '../../../lib/format/money'
import { AddressLink } from '../../../ui/action/RowLink'
import type { Column } from '../../../ui/list/columns'
import { PlainTable } from '../../../ui/table/PlainTable'
import { Widget } from '../../../ui/page/Widget'
import { filePart } from '../addresses'
import { memberOf } from '../changes'
import { lastChanges } from '../changeSet/queries'
import { KindTag, WhatChanges } from '../changeSet/WhatChanges'
import type { CensusChange, CensusFile, CensusTask } from '../queries'
import { hasChanged, isRunning, taskKinds } from '../words'

const columns: readonly Column<CensusChange>[] = [
  { key: 'Row', title: 'Row', kind: 'count', cell: ({ RecordNumber }) => RecordNumber && count(RecordNumber) },
  { key: 'Member', title: 'Member', kind: 'name', cell: memberOf },
  { key: 'Result', title: 'Result', kind: 'status', cell: (row) => <KindTag row={row} /> },
  { key: 'Change', title: 'Change', cell: (row) => <WhatChanges row={row} /> },
]

export function LastRows({ file }: { file: CensusFile }) {
  const task = file.Tasks.find(({ Task }) => Task === taskKinds.process)
  return task && (isRunning(task) || hasChanged(file)) ? <Newest file={file} task={task} /> : null
}

function Newest({ file, task }: { file: CensusFile; task: CensusTask }) {
  const query = useQuery(lastChanges(file.Id, task.Id, isRunning(task)))
  if (!query.data || query.data.length === 0) return null
  return (
    <Widget
      title="Last rows"
      beside="newest first"
      action={<AddressLink to={filePart(file.Id, 'changes')}>All rows</AddressLink>}
    >
      <div data-padded>
        <PlainTable
          label="What was done last"
          columns={columns}
          rows={query.data}
          rowId={(row) => row.EmployeeId ?? 0}
          narrow={(row) => ({
            title: memberOf(row),
            status: <KindTag row={row} />,
            facts: [<WhatChanges key="change" row={row} />],
          })}
        />
      </div>
    </Widget>
  )
}
