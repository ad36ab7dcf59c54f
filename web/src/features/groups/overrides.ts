/** What a broker decides for its groups: its own value, else the master broker's, else the group's
    (rules.md#broker-override). */
import { useQuery } from '@tanstack/react-query'
import { broker } from '../../api/choices'
import type { Broker } from './queries'

/** The settings a broker may decide. */
export type Overridable = 'ProcessDependentsInCensus' | 'SendWelcomeEmails' | 'RequirePatientMfa'

type Decisions = Partial<Record<Overridable, boolean | null>> | undefined

/** What the brokers above a group decide for it; undefined when they leave it to the group. */
export function decidedAbove(name: Overridable, own: Decisions, master: Decisions): boolean | undefined {
  return own?.[name] ?? master?.[name] ?? undefined
}

/** Asks for the chosen brokers; gives back what they decide. */
export function useDecidedAbove(
  brokerId: number | null,
  masterId: number | null,
): (name: Overridable) => boolean | undefined {
  const own = useChosenBroker(brokerId)
  const master = useChosenBroker(masterId)
  return (name) => decidedAbove(name, own, master)
}

function useChosenBroker(id: number | null): Broker | undefined {
  const { data } = useQuery({ ...broker(id ?? 0), enabled: id !== null })
  return id === null ? undefined : data
}
