/** Everything that is known of a member, as cards. */
import { addressLine } from '../../../lib/format/address'
import { date, momentDate } from '../../../lib/format/dates'
import { genderName } from '../../../lib/format/gender'
import { Widget } from '../../../ui/page/Widget'
import { Details } from '../../../ui/value/Details'
import type { Member } from '../queries'

export function MemberFacts({ member }: { member: Member }) {
  return (
    <>
      <Widget title="Person">
        <Details
          items={[
            { term: 'Date of birth', value: date(member.DateOfBirth) },
            { term: 'Gender', value: genderName(member.Gender) },
            { term: 'Member type', value: member.MemberType },
            { term: 'Unique ID', value: member.EmployerProvidedId },
            { term: 'Other ID', value: member.OtherMemberId },
            { term: 'Global link ID', value: member.EmployeeLinkId },
          ]}
        />
      </Widget>
      <Widget title="Contact">
        <Details
          items={[
            { term: 'Email', value: member.EmailAddress },
            { term: 'Mobile', value: member.MobilePhone },
            { term: 'Home', value: member.HomePhone },
            { term: 'Address', value: addressLine(member) },
          ]}
        />
      </Widget>
      <Widget title="Plan">
        <Details
          items={[
            { term: 'Plan', value: member.PlanName },
            { term: 'Pricing group', value: member.PricingGroup?.Name },
            { term: 'Billing code', value: member.BillingReferenceId },
            { term: 'Date added', value: momentDate(member.CreatedOn) },
            { term: 'Welcome mail', value: momentDate(member.WelcomeSentOn) },
          ]}
        />
      </Widget>
    </>
  )
}
