/** The way back to the checklist of a new group from the pages that its steps lead to; nothing once its first bill stands. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupSetup } from './queries'

interface BackToChecklistProps {
  employerId: number
  /** The group's name, where the page does not say it. */
  group?: string
}

export function BackToChecklist({ employerId, group }: BackToChecklistProps) {
  // Only of a group whose open checklist was seen is it asked again, when something has changed; other groups cost no request.
  const { data } = useQuery({
    ...groupSetup(employerId),
    staleTime: Infinity,
    enabled: ({ state }) => state.data?.IsDone === false,
  })
  if (!data || data.IsDone) return null
  return (
    <Link to="/employers/$employerId" params={{ employerId }}>
      {group ? `Back to the checklist of ${group}` : 'Back to the checklist'}
    </Link>
  )
}
