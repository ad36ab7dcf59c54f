/**
 * The charts of a group. Each is one picture to a screen reader, told in a sentence; the numbers are in the table. Colours are those of
 * the theme, and nothing moves.
 */
import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { count, money } from '../../../lib/format/money'
import styles from './FigureCharts.module.css'
import type { GroupFigures, MonthFigures } from './queries'
import { billsText, headsText, longName, shortName } from './words'

/** The height of a chart in pixels; the width is that of its card. */
const height = 180
const axis = { stroke: 'var(--line2)', tick: { fill: 'var(--ink3)', fontSize: 11 }, tickLine: false } as const
const tooltip = {
  contentStyle: {
    background: 'var(--raised)',
    border: '1px solid var(--line2)',
    borderRadius: 8,
    color: 'var(--ink)',
    fontSize: 12,
  },
  labelStyle: { color: 'var(--ink)', fontWeight: 600 },
  itemStyle: { color: 'var(--ink2)' },
  cursor: { fill: 'var(--hover)' },
  isAnimationActive: false,
} as const

interface Point {
  name: string
  month: string
  billed: number | undefined
  active: number
  joined: number
  left: number
}

export function FigureCharts({ figures: { Months, ShowsBills } }: { figures: GroupFigures }) {
  const points = Months.map(pointOf)
  return (
    <div className={styles.charts}>
      {ShowsBills && (
        <Chart caption="Billed" says={billsText(Months)}>
          <ResponsiveContainer width="100%" height={height}>
            <BarChart data={points} accessibilityLayer={false}>
              <Grid />
              <Months12 />
              <YAxis width={64} tickFormatter={dollars} {...axis} axisLine={false} />
              <Tooltip {...tooltip} formatter={(value) => money(Number(value))} labelFormatter={monthOfPoint(points)} />
              <Bar dataKey="billed" name="Billed" fill="var(--bar)" isAnimationActive={false} maxBarSize={28} />
            </BarChart>
          </ResponsiveContainer>
        </Chart>
      )}
      <Chart
        caption={
          <>
            Members <span className={styles.key} data-of="active" /> active{' '}
            <span className={styles.key} data-of="joined" /> joined <span className={styles.key} data-of="left" /> left
          </>
        }
        says={headsText(Months)}
      >
        <ResponsiveContainer width="100%" height={height}>
          <ComposedChart data={points} accessibilityLayer={false}>
            <Grid />
            <Months12 />
            <YAxis width={44} allowDecimals={false} tickFormatter={count} {...axis} axisLine={false} />
            <Tooltip {...tooltip} formatter={(value) => count(Number(value))} labelFormatter={monthOfPoint(points)} />
            <Bar dataKey="joined" name="Joined" fill="var(--ok-dot)" isAnimationActive={false} maxBarSize={14} />
            <Bar dataKey="left" name="Left" fill="var(--warn-dot)" isAnimationActive={false} maxBarSize={14} />
            <Line
              dataKey="active"
              name="Active"
              stroke="var(--accent)"
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </Chart>
    </div>
  )
}

/** A figure with its caption; only the chart itself is the picture. */
function Chart({ caption, says, children }: { caption: ReactNode; says: string; children: ReactNode }) {
  return (
    <figure className={styles.chart}>
      <figcaption>{caption}</figcaption>
      <div role="img" aria-label={says}>
        {children}
      </div>
    </figure>
  )
}

function Grid() {
  return <CartesianGrid stroke="var(--line1)" vertical={false} />
}

function Months12() {
  return <XAxis dataKey="name" interval="preserveStartEnd" minTickGap={12} {...axis} />
}

function pointOf(month: MonthFigures): Point {
  return {
    name: shortName(month).slice(0, 3),
    month: longName(month),
    billed: month.Billed ?? undefined,
    active: month.Active,
    joined: month.Joined,
    left: month.Left,
  }
}

/** `$5K` on the axis; the whole amount stands beside the pointer and in the table. */
function dollars(amount: number): string {
  return amount >= 10_000 ? `$${count(Math.round(amount / 1000))}K` : `$${count(amount)}`
}

/** Two Januaries are two months: the pointer is told by the place, not by the short name. */
function monthOfPoint(points: readonly Point[]) {
  return (label: unknown, shown: readonly { payload?: unknown }[]) => {
    const point = shown[0]?.payload as Point | undefined
    return point?.month ?? points.find(({ name }) => name === label)?.month ?? String(label)
  }
}
