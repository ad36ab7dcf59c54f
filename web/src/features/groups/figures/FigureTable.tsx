/** Twelve months of a group as a table, the newest first. */
import { count, money } from '../../../lib/format/money'
import type { Column } from '../../../ui/list/columns'
import { PlainTable } from '../../../ui/table/PlainTable'
import type { GroupFigures, MonthFigures } from './queries'
import { longName } from './words'

const heads: readonly Column<MonthFigures>[] = [
  { key: 'Month', title: 'Month', kind: 'name', cell: longName },
  { key: 'Active', title: 'Active members', kind: 'count', cell: ({ Active }) => count(Active) },
  { key: 'Joined', title: 'Joined', kind: 'count', cell: ({ Joined }) => count(Joined) },
  { key: 'Left', title: 'Left', kind: 'count', cell: ({ Left }) => count(Left) },
]
const billed: Column<MonthFigures> = { key: 'Billed', title: 'Billed', kind: 'money', cell: amount }

function amount({ Billed }: MonthFigures): string | undefined {
  return typeof Billed === 'number' ? money(Billed) : undefined
}

export function FigureTable({ figures: { Months, ShowsBills } }: { figures: GroupFigures }) {
  return (
    <PlainTable
      label="Bills and members by month"
      columns={ShowsBills ? [...heads, billed] : heads}
      rows={[...Months].reverse()}
      rowId={({ Month }) => Month}
      narrow={(month) => ({
        title: longName(month),
        end: amount(month),
        facts: [`${count(month.Active)} active`, `${count(month.Joined)} joined`, `${count(month.Left)} left`],
      })}
    />
  )
}
