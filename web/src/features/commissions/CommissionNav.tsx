/** The pages of the commission area: rules, and what is made by them. */
import { SegmentedNav } from '../../ui/SegmentedNav'

const pages = [
  { label: 'Commission Rules', to: '/commission/rules' },
  { label: 'Commission Snapshots', to: '/commission/snapshots' },
]

export function CommissionNav() {
  return <SegmentedNav label="Commission" items={pages} />
}
