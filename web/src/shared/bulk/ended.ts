/** What came of a bulk action in one sentence: what was done, and apart from it where there was nothing to do. */
import { count, counted } from '../../lib/format/money'
import type { BulkAction } from './queries'

interface Ended {
  kind: 'ok' | 'warn' | 'info'
  title: string
  more?: string
}

const unchanged = 'Unchanged'

export function endedText({ Failed, Results }: Pick<BulkAction, 'Failed' | 'Results'>): Ended {
  const idle = Results.filter(({ Outcome }) => Outcome === unchanged).length
  const done = Results.length - Failed - idle
  if (Failed > 0) {
    const rest = [wentThrough(done, idle), idle > 0 && `${count(idle)} had nothing to do.`, 'The reasons stand below.']
    return {
      kind: 'warn',
      title: `${counted(Failed, 'invoice was', 'invoices were')} not done.`,
      more: rest.filter(Boolean).join(' '),
    }
  }
  if (idle === 0) {
    const all = Results.length === 1 ? 'The invoice' : `All ${counted(Results.length, 'invoice')}`
    return { kind: 'ok', title: `${all} went through.` }
  }
  if (done > 0) return { kind: 'ok', title: `${count(done)} done, ${count(idle)} had nothing to do.` }
  return { kind: 'info', title: idle === 1 ? 'There was nothing to do.' : `All ${count(idle)} had nothing to do.` }
}

function wentThrough(others: number, idle: number): string | false {
  if (others === 0) return idle === 0 && 'None went through.'
  return `${counted(others, 'other')} went through and ${others === 1 ? 'stays' : 'stay'} so.`
}
