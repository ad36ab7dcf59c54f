/** Twelve months of a group: what was billed, and how many members there were, joined and left; as charts, or as a table. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { part } from '../../../lib/part'
import { Segments } from '../../../ui/page/Segments'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { Waiting } from '../../../ui/state/Waiting'
import { FigureTable } from './FigureTable'
import { groupFigures, type GroupFigures as Figures } from './queries'

/** The charts come with a library of their own, which no other page needs. */
const FigureCharts = part(() => import('./FigureCharts').then((charts) => charts.FigureCharts))

const ways = [
  { name: 'charts', label: 'Charts' },
  { name: 'table', label: 'Table' },
] as const

export function GroupFigures({ employerId }: { employerId: number }) {
  const query = useQuery(groupFigures(employerId))
  const [way, setWay] = useState<(typeof ways)[number]['name']>('charts')
  return (
    <Widget
      title="Twelve months"
      query={query}
      wraps
      action={
        <Segments label="Show twelve months as" segments={ways} current={way} onChoose={({ name }) => setWay(name)} />
      }
    >
      {query.data && (
        <WidgetPart>
          {way === 'table' ? <FigureTable figures={query.data} /> : <Charts figures={query.data} />}
        </WidgetPart>
      )}
    </Widget>
  )
}

function Charts({ figures }: { figures: Figures }) {
  return (
    <Suspense fallback={<Waiting label="Loading the charts" flush />}>
      <FigureCharts figures={figures} />
    </Suspense>
  )
}
