/** How quickly a run goes on, and how long it still takes: by what was done between the answers of the last seconds. */
import { useState } from 'react'
import { counted } from '../../../lib/format/money'

/** What a run had done at an instant, in milliseconds. */
export interface Sample {
  at: number
  done: number
}

/** So long back is looked, in milliseconds: long enough to even out chunks, short enough to follow a run that becomes slower. */
const window = 15_000
/** Less says nothing, as rows are done by hundreds. */
const least = 2_000

/** The samples with one more, without those that are too old; a run that has begun anew begins anew here. */
export function followed(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last?.at === next.at) return samples
  if (last && next.done < last.done) return [next]
  return [...samples.filter(({ at }) => next.at - at <= window), next]
}

/** Done a second; nothing while that is not known, or while the run stands still. */
export function paceOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples.at(0), samples.at(-1)]
  if (!first || !last || last.at - first.at < least) return undefined
  const pace = ((last.done - first.done) * 1000) / (last.at - first.at)
  return pace > 0 ? pace : undefined
}

/** `about 40 seconds left`: in steps that do not jump with every answer. */
export function timeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `about ${minutes} minutes left`
  return `about ${counted(Math.round(minutes / 60), 'hour')} left`
}

/** `64% · about 40 seconds left · 16 rows a second`, as far as it is known. */
export function progressSays(done: number, total: number, noun: string, pace: number | undefined): string {
  const percent = total > 0 && `${Math.min(100, Math.floor((done / total) * 100))}%`
  const left = pace !== undefined && total > done && timeLeft((total - done) / pace)
  const quick = pace !== undefined && `${counted(Math.max(1, Math.round(pace)), noun.replace(/s$/, ''))} a second`
  return [percent, left, quick].filter(Boolean).join(' · ')
}

/** How much a run does a second: `done` is what the answer that came at an instant says. */
export function usePace(done: number, at: number): number | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const now = followed(samples, { at, done })
  if (now !== samples) setSamples(now)
  return paceOf(now)
}
