/** Where a group stands today: what is owed, when it renews, and its last import. */
import { useQuery } from '@tanstack/react-query'
import { momentDate } from '../../../lib/format/dates'
import { owedText } from '../../../lib/billing/owed'
import { counted, money } from '../../../lib/format/money'
import { AddressLink } from '../../../ui/action/RowLink'
import { StatStrip } from '../../../ui/page/StatStrip'
import { Nothing } from '../../../ui/value/Details'
import { group } from '../queries'
import { Renewal } from '../renewal'
import { groupFigures } from './queries'

export function Standing({ employerId }: { employerId: number }) {
  const { data } = useQuery(groupFigures(employerId))
  const { data: found } = useQuery(group(employerId))
  // The card below says it when the figures did not load.
  if (!data) return null
  const { Outstanding, Credits, Overdue, LastImport } = data
  const renewal = found?.RenewalDate
  return (
    <StatStrip
      stats={[
        ...(Outstanding
          ? [{ label: 'Outstanding', value: money(Outstanding.Dollars), says: owedText(Outstanding, Credits) }]
          : []),
        ...(Overdue
          ? [
              {
                label: 'Overdue',
                value: money(Overdue.Dollars),
                says: counted(Overdue.Count, 'invoice'),
                bad: Overdue.Count > 0,
              },
            ]
          : []),
        { label: 'Next Renewal', value: renewal ? <Renewal on={renewal} alone /> : <Nothing /> },
        {
          label: 'Last Import',
          value: LastImport ? momentDate(LastImport.At) : <Nothing />,
          says: LastImport && (
            <AddressLink to={`/census-files/${LastImport.FileId}`}>{LastImport.FileName}</AddressLink>
          ),
        },
      ]}
    />
  )
}
