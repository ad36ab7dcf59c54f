/** What an import would change, or has changed, in members; counts are read out of the task's own shape. */
import { date } from '../../lib/format/dates'
import { phone } from '../../lib/format/masks'
import { count, counted } from '../../lib/format/money'
import type { TagKind } from '../../ui/value/Tag'
import type { CensusChange, CensusFile, CensusTask } from './queries'
import { isProcessed, taskKinds } from './words'

interface ChangeCount {
  label: string
  value: string
}

/** The names of the counts on the wire, and what they are called. */
const names: Readonly<Record<number, readonly (readonly [string, string])[]>> = {
  [taskKinds.inspect]: [
    ['Create', 'To create'],
    ['Update', 'To update'],
    ['Reactivate', 'To reactivate'],
    ['Ended', 'To end'],
    ['Absent', 'Of these absent'],
    ['StillToStart', 'Absent, still to start'],
    ['LaterEnd', 'Absent, ending later'],
    ['Unchanged', 'Unchanged'],
    ['Ignored', 'Ignored'],
    ['SkippedByRule', 'Dependents left out'],
    ['Standing', 'Named in a row left out'],
    ['HeldBack', 'Waiting for a person'],
  ],
  [taskKinds.mapMultiGroup]: [
    ['Files', 'Files'],
    ['Processed', 'Processed before'],
    ['Removed', 'Removed'],
    ['SetAside', 'Rows left out'],
    ['LeftOut', 'Lines left out'],
  ],
  [taskKinds.process]: [
    ['Created', 'Created'],
    ['Updated', 'Updated'],
    ['Reactivated', 'Reactivated'],
    ['Terminated', 'Ended'],
    ['Unchanged', 'Unchanged'],
  ],
}

/** Shown only where there are any. */
const rare: ReadonlySet<string> = new Set([
  'StillToStart',
  'LaterEnd',
  'SkippedByRule',
  'Standing',
  'HeldBack',
  'Processed',
  'Removed',
  'SetAside',
  'LeftOut',
])

export function changeCounts({ Task, Data }: Pick<CensusTask, 'Task' | 'Data'>): ChangeCount[] {
  return (names[Task] ?? []).flatMap(([name, label]) => {
    const number = summaryNumber({ Data }, name)
    return number === undefined || (number === 0 && rare.has(name)) ? [] : [{ label, value: count(number) }]
  })
}

/** A number of a task's summary, if it is there; of a list, how long it is. */
export function summaryNumber({ Data }: Pick<CensusTask, 'Data'>, name: string): number | undefined {
  const number: unknown = Data.Summary?.[name]
  if (Array.isArray(number)) return number.length
  return typeof number === 'number' ? number : undefined
}

/** A tab of the change set: a kind of the wire, none for all that changes. */
export interface ChangeTab {
  name: string
  label: string
  kind: string | undefined
}

const kinds: readonly { kind: string; tab: string; label: string; done?: string; tag: TagKind }[] = [
  { kind: 'Absent', tab: 'Absent', label: 'Will be ended', done: 'Ended', tag: 'bad' },
  { kind: 'Kept', tab: 'Kept', label: 'Kept', tag: 'plain' },
  { kind: 'StillToStart', tab: 'Not in the file, still to start', label: 'Still to start', tag: 'plain' },
  { kind: 'LaterEnd', tab: 'Not in the file, ending later', label: 'Ends later', tag: 'plain' },
  { kind: 'Terminate', tab: 'Ended by a row', label: 'Will be ended', done: 'Ended', tag: 'bad' },
  { kind: 'Reactivate', tab: 'Reactivated', label: 'Reactivated', tag: 'accent' },
  { kind: 'Update', tab: 'Changed', label: 'Changed', tag: 'info' },
  { kind: 'Create', tab: 'New', label: 'New', tag: 'ok' },
  { kind: 'Unchanged', tab: 'Unchanged', label: 'Unchanged', tag: 'plain' },
  { kind: 'Ignored', tab: 'Ignored', label: 'Ignored', tag: 'plain' },
  { kind: 'Skipped', tab: 'Skipped', label: 'Skipped', tag: 'plain' },
]

/** `new`, `reactivated`: how members with an outcome are called in a sum. */
export function outcomeWords(kind: string): string {
  return { Create: 'new', Update: 'changed', Reactivate: 'reactivated', Terminate: 'ended' }[kind] ?? kind
}

/** All changes first, then each kind that there is, with its number. */
export function changeTabs({ Tasks }: Pick<CensusFile, 'Tasks'>): ChangeTab[] {
  const inspected = Tasks.find(({ Task }) => Task === taskKinds.inspect)
  const number = (kind: string) => doneOf(Tasks, kind) ?? (inspected && summaryNumber(inspected, kind)) ?? 0
  const changing = ['Absent', 'Terminate', 'Reactivate', 'Update', 'Create'].reduce(
    (sum, kind) => sum + number(kind),
    0,
  )
  const own = kinds
    .filter(({ kind }) => kind !== 'Skipped' && number(kind) > 0)
    .map(({ kind, tab }) => ({ name: kind, label: `${tab} ${count(number(kind))}`, kind }))
  const skipped = number('Skipped')
  const aside = skipped > 0 ? [{ name: 'Skipped', label: `Skipped ${count(skipped)}`, kind: 'Skipped' }] : []
  return [{ name: 'all', label: `All changes ${count(changing)}`, kind: undefined }, ...own, ...aside]
}

/** How many changes of a kind a processed file has made of those that it was to make; nothing where the import does not count them by themselves. */
function doneOf(Tasks: CensusFile['Tasks'], kind: string): number | undefined {
  const [inspected, run] = [taskKinds.inspect, taskKinds.process].map((task) => Tasks.find(({ Task }) => Task === task))
  if (!inspected || !run || !isProcessed({ Tasks })) return undefined
  const { written } = imports.find(({ planned }) => planned === kind) ?? {}
  const ends = kind === 'Absent' || kind === 'Terminate'
  const done = summaryNumber(run, ends ? 'Terminated' : (written ?? ''))
  if (done === undefined) return undefined
  return Math.min(done, summaryNumber(inspected, kind) ?? 0)
}

/** How many changes that a processed file was to make stood on the roster already, as those of a list that was processed twice. */
export function stoodAlready({ Tasks }: Pick<CensusFile, 'Tasks'>): number {
  const [inspected, run] = [taskKinds.inspect, taskKinds.process].map((kind) => Tasks.find(({ Task }) => Task === kind))
  if (!inspected || !run || !isProcessed({ Tasks })) return 0
  const open = imports.map(({ planned, written }) => {
    const done = summaryNumber(run, written)
    return done === undefined ? 0 : Math.max(0, (summaryNumber(inspected, planned) ?? 0) - done)
  })
  return open.reduce((sum, one) => sum + one, 0)
}

/** How a kind of change is called and tinted. */
export function changeLook({ Kind, IsDone }: Pick<CensusChange, 'Kind' | 'IsDone'>): { label: string; kind: TagKind } {
  const known = kinds.find(({ kind }) => kind === Kind)
  return { label: (IsDone && known?.done) || (known?.label ?? Kind), kind: known?.tag ?? 'plain' }
}

/**
 * What the import has done of what the inspection has counted: `Created 31`, `of 42`; last the rows that it has left to a person. Decided anew since,
 * the inspection counts only what was left to do.
 */
export function importCounts(
  { Tasks }: Pick<CensusFile, 'Tasks'>,
  task: CensusTask,
): (ChangeCount & { says?: string })[] {
  const inspected = Tasks.find(({ Task }) => Task === taskKinds.inspect)
  const says = new Map<string, string>()
  for (const { planned, written, label } of imports) {
    const all = inspected && summaryNumber(inspected, planned)
    if (all !== undefined && all >= (summaryNumber(task, written) ?? 0)) says.set(label, `of ${count(all)}`)
  }
  const done = changeCounts(task).map((one) => ({ ...one, ...(says.has(one.label) && { says: says.get(one.label) }) }))
  return done.length === 0 ? [] : [...done, { label: 'Failed', value: count(task.Data.RecordsWithErrorsCount) }]
}

const imports = [
  { planned: 'Create', written: 'Created', label: 'Created', open: 'to create', done: 'created' },
  { planned: 'Update', written: 'Updated', label: 'Updated', open: 'to update', done: 'updated' },
  { planned: 'Reactivate', written: 'Reactivated', label: 'Reactivated', open: 'to reactivate', done: 'reactivated' },
  { planned: 'Ended', written: 'Terminated', label: 'Ended', open: 'to end', done: 'ended' },
] as const

/** `14 to create`, of an import that was stopped on its way `9 of 14 created`: a part for each kind of change that there is. */
export function importParts({ Tasks }: Pick<CensusFile, 'Tasks'>, isPartlyDone: boolean): string[] {
  const [inspected, run] = [taskKinds.inspect, taskKinds.process].map((kind) => Tasks.find(({ Task }) => Task === kind))
  return imports.flatMap(({ planned, written, open, done }) => {
    const all = (inspected && summaryNumber(inspected, planned)) ?? 0
    const so = isPartlyDone ? ((run && summaryNumber(run, written)) ?? 0) : undefined
    // Decided anew while it goes on, more may be done of a kind than the inspection has counted.
    if (so !== undefined && Math.max(all, so) > 0) return [`${count(so)} of ${count(Math.max(all, so))} ${done}`]
    return all > 0 ? [`${count(all)} ${open}`] : []
  })
}

/** Why so many are absent, as far as they have something in common: `All 58 who are absent carry the billing code DRIVERS.` */
export function inCommon({ Tasks }: Pick<CensusFile, 'Tasks'>): string | undefined {
  const told: unknown = Tasks.find(({ Task }) => Task === taskKinds.inspect)?.Data.Summary?.InCommon
  return typeof told === 'string' ? told : undefined
}

/** `Moss, Ben`. */
export function memberOf({ FirstName, LastName }: Pick<CensusChange, 'FirstName' | 'LastName'>): string {
  return [LastName, FirstName].filter(Boolean).join(', ') || 'No name'
}

/** From when a creation, reactivation or termination counts. */
export function effectText({ Kind, EffectiveDate }: Pick<CensusChange, 'Kind' | 'EffectiveDate'>): string {
  if (!EffectiveDate) return ''
  const ends = Kind === 'Absent' || Kind === 'Terminate' || Kind === 'LaterEnd'
  return `${ends ? 'In-Active' : 'Active'} from ${date(EffectiveDate)}`
}

/** Why an absent member is ended or kept: a row that was set aside may be that member. */
export function absenceText({ Kind, SkippedRecord }: Pick<CensusChange, 'Kind' | 'SkippedRecord'>): string {
  const skipped = SkippedRecord ? `row ${count(SkippedRecord)} was skipped and may be this member` : ''
  if (Kind === 'StillToStart') return 'Absent from the file, still to start, and kept'
  if (Kind === 'LaterEnd') return 'Absent from the file, to be ended later, and kept until then'
  if (Kind === 'Kept') return skipped ? `Absent from the file, and kept: ${skipped}` : 'Absent from the file, and kept'
  return skipped ? `Absent from the file, although ${skipped}` : 'Absent from the file'
}

/** `2 skipped rows name nobody of the group`: whoever they are may be among those who end. */
export function unknownRows({ Tasks }: Pick<CensusFile, 'Tasks'>): number {
  const inspected = Tasks.find(({ Task }) => Task === taskKinds.inspect)
  const ends = inspected && (summaryNumber(inspected, 'Absent') ?? 0) > 0
  return ends ? (summaryNumber(inspected, 'SkippedUnknown') ?? 0) : 0
}

/** `12 members would end; the guard stops above 181.` Nothing before the file is inspected, and of one that ends nobody by absence. */
export function endingText({ Tasks }: Pick<CensusFile, 'Tasks'>): string | undefined {
  const inspected = Tasks.find(({ Task }) => Task === taskKinds.inspect)
  const [ended, limit] = ['Ended', 'Limit'].map((name) => inspected && summaryNumber(inspected, name))
  return ended === undefined || limit === undefined
    ? undefined
    : `${counted(ended, 'member')} would end; the guard stops above ${count(limit)}.`
}

type FieldChange = CensusChange['Changes'][number]

/** The changes with their values as people write them. */
export function shownChanges({ Changes }: Pick<CensusChange, 'Changes'>) {
  return Changes.map((change) => ({
    label: change.Label,
    before: shown(change, change.Old),
    after: shown(change, change.New),
  }))
}

/** What a new member brings, but for the name. */
export function newFacts({ Changes }: Pick<CensusChange, 'Changes'>): string {
  return Changes.filter(({ Field }) => Field !== 'FirstName' && Field !== 'LastName')
    .map((change) => shown(change, change.New))
    .filter(Boolean)
    .join(' · ')
}

function shown({ Field }: FieldChange, value: string | null | undefined): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Field === 'DateOfBirth') return date(value)
  return Field === 'CellPhone' || Field === 'HomePhone' ? phone(value) : value
}

/** How the guard holds the file: how many of how many would be ended, how many may be, and whether the number is confirmed. */
export interface GuardState {
  ended: number
  active: number
  limit: number
  isConfirmed: boolean
  /** Whether members are among the ended who are not active yet. */
  endsLater?: boolean
}

/** Nothing when the file ends so few members that nobody needs to be asked, whatever ends them. */
export function guardState({
  Tasks,
  ConfirmedTerminations,
}: Pick<CensusFile, 'Tasks' | 'ConfirmedTerminations'>): GuardState | undefined {
  const inspected = Tasks.find(({ Task }) => Task === taskKinds.inspect)
  if (!inspected || inspected.Data.Summary?.MustBeConfirmed !== true) return undefined
  const [ended, active, limit] = ['Ended', 'ActiveMembers', 'Limit'].map(
    (name) => summaryNumber(inspected, name) ?? 0,
  ) as [number, number, number]
  const endsLater = inspected.Data.Summary.EndsLater === true
  return { ended, active, limit, isConfirmed: ConfirmedTerminations === ended, endsLater }
}

/** How many of those whom the file would end are ended by what their rows say: a status, or a section of people who have left. */
export function endedByRows({ Tasks }: Pick<CensusFile, 'Tasks'>): number {
  const inspected = Tasks.find(({ Task }) => Task === taskKinds.inspect)
  return (inspected && summaryNumber(inspected, 'Terminate')) ?? 0
}

/** `This file would end 58 of 412 active members (14.1%).` */
export function guardTitle({ ended, active, endsLater }: Pick<GuardState, 'ended' | 'active' | 'endsLater'>): string {
  // Members who are to be active only later are none of the active ones.
  if (ended > active || endsLater)
    return `This file would end ${count(ended)} members, those to become active later among them; ${count(active)} are active now.`
  const part = active > 0 ? ` (${((100 * ended) / active).toFixed(1)}%)` : ''
  return `This file would end ${count(ended)} of ${count(active)} active members${part}.`
}
