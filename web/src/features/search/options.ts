/** What the dialog lists: hits under the heading of their kind, and the commands that fit. */
import type { Action } from '../../session/session'
import {
  IconBriefcase,
  IconBuilding,
  IconFileSpreadsheet,
  IconPercentage,
  IconPlus,
  IconReceipt2,
  IconUpload,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
  type Icon,
} from '../../ui/icons'
import type { Found, Hit } from './queries'

type Can = (action: Action) => boolean

/** Something one can do from anywhere: open a page, or begin a record. */
export interface Command {
  label: string
  to: string
  icon: Icon
}

/** One line of the list. */
export interface Option {
  key: string
  icon: Icon
  title: string
  details: string
  to: string
}

export interface Section {
  title: string
  options: readonly Option[]
}

const icons: Readonly<Record<string, Icon>> = {
  Group: IconBuilding,
  Member: IconUsers,
  Invoice: IconReceipt2,
  CensusFile: IconFileSpreadsheet,
  Broker: IconBriefcase,
  User: IconUserCircle,
  Statement: IconPercentage,
}

const names: Readonly<Record<string, string>> = {
  Group: 'Group',
  Member: 'Member',
  Invoice: 'Invoice',
  CensusFile: 'Census file',
  Broker: 'Broker',
  User: 'User',
  Statement: 'Statement',
}

/** What a hit is, in a word. */
export function kindName({ Kind }: Pick<Hit, 'Kind'>): string {
  return names[Kind] ?? Kind
}

const headings: readonly { title: string; kinds: readonly string[] }[] = [
  { title: 'Groups', kinds: ['Group'] },
  { title: 'Members', kinds: ['Member'] },
  { title: 'Invoices and files', kinds: ['Invoice', 'CensusFile'] },
  { title: 'Brokers and users', kinds: ['Broker', 'User'] },
  { title: 'Commission statements', kinds: ['Statement'] },
]

const mostCommands = 4

/** The address of the record that was found. */
export function addressOfHit({ Kind, Id, EmployerId, Title }: Hit, can: Can): string {
  switch (Kind) {
    case 'Group':
      return `/employers/${Id}`
    case 'Member':
      return `/employers/${EmployerId}/members/${Id}`
    case 'Invoice':
      return `/invoices?panel=invoice.${Id}`
    case 'CensusFile':
      return `/census-files/${Id}`
    case 'Broker':
      return can('EditBrokers') ? `/brokers?panel=broker.${Id}` : `/brokers?q=${encodeURIComponent(Title)}&row=${Id}`
    case 'User':
      return `/users?panel=user.${Id}`
    default:
      return `/commission/snapshots?panel=statement.${Id}`
  }
}

function option(hit: Hit, can: Can): Option {
  return {
    key: `${hit.Kind}-${hit.Id}`,
    icon: icons[hit.Kind] ?? IconBuilding,
    title: hit.Title,
    details: hit.Details.join(' · '),
    to: addressOfHit(hit, can),
  }
}

function commandOption({ label, to, icon }: Command): Option {
  return { key: `command ${to}`, icon, title: label, details: '', to }
}

/** What can be done with a group that was found. */
function ofGroup({ Id, Title }: Hit, can: Can): Command[] {
  const all: { needs: Action; command: Command }[] = [
    {
      needs: 'EditCensus',
      command: {
        label: `Upload census for ${Title}`,
        to: `/employers/${Id}/census-files?panel=census-upload.${Id}`,
        icon: IconUpload,
      },
    },
    {
      needs: 'EditBilling',
      command: {
        label: `New snapshot for ${Title}`,
        to: `/employers/${Id}/billing/snapshots?panel=snapshot`,
        icon: IconPlus,
      },
    },
    {
      needs: 'EditMembers',
      command: { label: `New member for ${Title}`, to: `/employers/${Id}/members?panel=member`, icon: IconUserPlus },
    },
  ]
  return all.filter(({ needs }) => can(needs)).map(({ command }) => command)
}

/** The commands in whose name every word of the text begins a word. */
export function commandsFor(term: string, commands: readonly Command[]): readonly Command[] {
  const words = folded(term).split(' ').filter(Boolean)
  if (words.length === 0) return []
  return commands.filter(({ label }) => {
    const names = folded(label).split(' ')
    return words.every((word) => names.some((name) => name.startsWith(word)))
  })
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What is listed for a text. */
export function sectionsFor(
  term: string,
  answer: Found | undefined,
  commands: readonly Command[],
  can: Can,
): readonly Section[] {
  const hits = answer?.Hits ?? []
  const records = headings.map(({ title, kinds }) => ({
    title,
    options: hits.filter(({ Kind }) => kinds.includes(Kind)).map((hit) => option(hit, can)),
  }))
  const named = commandsFor(term, commands)
  const meant = named.filter(({ label }) => begins(label, term))
  const others = named.filter((command) => !meant.includes(command))
  const best = hits[0]?.Kind === 'Group' ? ofGroup(hits[0], can) : []
  const acts = { title: 'Actions', options: [...meant, ...others, ...best].slice(0, mostCommands).map(commandOption) }
  const found = namedFirst(
    records.filter(({ options }) => options.length > 0),
    term,
  )
  if (acts.options.length === 0) return found
  // A command that is typed from its beginning stands before records that only hold the text somewhere.
  const weak = found.findIndex(({ options }) => !options.some(({ title }) => begins(title, term)))
  const at = meant.length > 0 && weak >= 0 ? weak : found.length
  return [...found.slice(0, at), acts, ...found.slice(at)]
}

/** The sections that hold a record of the typed name stand before those that hold the text elsewhere, as an address does. */
function namedFirst(sections: readonly Section[], term: string): readonly Section[] {
  const words = folded(term).split(' ').filter(Boolean)
  const isNamed = ({ title }: Option) => {
    const names = folded(title).split(' ')
    return words.every((word) => names.some((name) => name.startsWith(word)))
  }
  const named = sections.filter(({ options }) => options.some(isNamed))
  return [...named, ...sections.filter((section) => !named.includes(section))]
}

/** Whether a title begins with what was typed, whatever its case and its accents. */
function begins(title: string, term: string): boolean {
  const typed = folded(term)
  return typed !== '' && folded(title).startsWith(typed)
}

/** What is listed before anything is typed. */
export function sectionsAtFirst(opened: readonly Hit[], commands: readonly Command[], can: Can): Section[] {
  return [
    { title: 'Opened last', options: opened.map((hit) => option(hit, can)) },
    { title: 'Actions', options: commands.map(commandOption) },
  ].filter(({ options }) => options.length > 0)
}

/** `5 of 12 you may see`; empty where only commands are found, or nothing. */
export function shownOf({ Hits, Total, HasMore }: Found): string {
  return Hits.length === 0 ? '' : `${Hits.length} of ${HasMore ? 'more than ' : ''}${Total} you may see`
}
