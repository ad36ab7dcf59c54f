/** The status of a group as lists and headers name it: 'In-Active' of the server is 'Inactive' there
    (rules.md#group-status). */
import { Status, StatusDot } from '../../ui/value/StatusDot'

export function GroupStatus({ name }: { name: string }) {
  return name === 'In-Active' ? <StatusDot tone="off">Inactive</StatusDot> : <Status name={name} />
}
