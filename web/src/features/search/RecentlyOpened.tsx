/** The card of the records that the user opened last in this browser, by their names of today. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { openedBy } from '../../lib/opened'
import { useCan, useMe } from '../../session/session'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { addressOfHit, kindName } from './options'
import { named } from './queries'

const most = 5

export function RecentlyOpened() {
  const { User, Impersonator } = useMe()
  const can = useCan()
  const [opened] = useState(() => (Impersonator ? [] : openedBy(User.Id).slice(0, most)))
  const query = useQuery({ ...named(opened), enabled: opened.length > 0 })
  if (opened.length === 0 || query.data?.length === 0) return null
  return (
    <Widget title="Recently opened" query={query}>
      {query.data?.map((hit) => (
        <WidgetRow
          key={`${hit.Kind} ${hit.Id}`}
          title={<HitLink to={addressOfHit(hit, can)}>{hit.Title}</HitLink>}
          facts={kindName(hit)}
        />
      ))}
    </Widget>
  )
}

/** The address of a hit may name a panel, or what a list is searched for. */
function HitLink({ to, children }: { to: string; children: string }) {
  const [page = to, search = ''] = to.split('?')
  return (
    <Link to={page} search={Object.fromEntries(new URLSearchParams(search))}>
      {children}
    </Link>
  )
}
