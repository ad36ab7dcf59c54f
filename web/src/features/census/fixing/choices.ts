/** The values that a field with a closed list may hold, as they are typed into a cell and as they are shown. */
import { useQuery } from '@tanstack/react-query'
import { states } from '../../../lib/format/states'
import { useCan } from '../../../session/session'
import type { CensusFile } from '../queries'
import { choices as ofForm } from '../tasks/recordForm'
import { isField, type Field } from './cells'
import { pricingCodes, type Finding } from './queries'

export interface Choice {
  value: string
  label: string
}

/** The choices of a field; nothing for one that takes any text. */
export type ChoicesOf = (field: Finding['Field']) => readonly Choice[] | undefined

const words = (options: readonly { label: string }[]) => options.map(({ label }) => ({ value: label, label }))
const coded = (options: readonly Choice[]) =>
  options.map(({ value, label }) => ({ value, label: `${value} · ${label}` }))

const closed: Readonly<Partial<Record<Field, readonly Choice[]>>> = {
  Gender: words(ofForm.gender),
  Status: words(ofForm.status),
  MemberType: words(ofForm.memberType),
  PlanName: words(ofForm.plan),
  Relationship: coded(ofForm.relationship),
  State: coded(states.map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))),
}

/** The closed lists; that of the pricing groups is the group's own, and is typed by who may not see them. */
export function useChoices(
  { EmployerGroup: group }: Pick<CensusFile, 'EmployerGroup'>,
  { Field: wanted }: Pick<Finding, 'Field'>,
): ChoicesOf {
  const can = useCan()
  const enabled = wanted === 'PricingGroupCode' && Boolean(group) && can('ViewBilling')
  const { data: codes = [] } = useQuery({ ...pricingCodes(group?.Id ?? 0), enabled })
  const ofGroup = codes.length > 0 ? coded(codes) : undefined
  return (field) => {
    if (!field || !isField(field)) return undefined
    return field === 'PricingGroupCode' ? ofGroup : closed[field]
  }
}

/** Those that what is typed may mean: a word of them begins with it. Whose value it is stands first. */
export function found(choices: readonly Choice[], typed: string): readonly Choice[] {
  const text = typed.trim().toLowerCase()
  const isIt = ({ value }: Choice) => value.toLowerCase() === text
  const begun = choices.filter((choice) => ` ${choice.label.toLowerCase()}`.includes(` ${text}`))
  return [...begun.filter(isIt), ...begun.filter((choice) => !isIt(choice))]
}
