/** The card of a group's rates of today; archived ones are left out. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { momentDate } from '../../../lib/format/dates'
import { money } from '../../../lib/format/money'
import { Widget, WidgetRow } from '../../../ui/page/Widget'
import { optionChoices } from './queries'

export function CurrentPricing({ employerId }: { employerId: number }) {
  const query = useQuery(optionChoices(employerId))
  return (
    <Widget
      title="Current Pricing"
      query={query}
      empty="There are no pricing options to display."
      action={
        <Link to="/employers/$employerId/billing/pricing" params={{ employerId }}>
          Pricing Options
        </Link>
      }
    >
      {query.data?.map(({ Id, Name, Rate, CreatedOn }) => (
        <WidgetRow key={Id} title={Name} since={momentDate(CreatedOn)} amount={money(Rate)} />
      ))}
    </Widget>
  )
}
