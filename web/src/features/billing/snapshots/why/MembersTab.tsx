/** Everybody on the snapshot with all that is charged and taken back, so that the amounts add up to its total. */
import type { WhyPath } from '../../../../lib/billing/whyPanel'
import { Behind } from './Behind'
import type { Why } from './queries'
import { monthBefore } from './words'

const everybody = {}

export function MembersTab({ path, why }: { path: WhyPath; why: Why }) {
  return (
    <Behind path={path} part={everybody} title="Everybody on the bill" before={monthBefore(why)} tells="status" names />
  )
}
