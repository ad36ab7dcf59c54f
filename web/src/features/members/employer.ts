/** The group that members are looked at in, as far as their screens need it. */

export interface Employer {
  Id: number
  Name: string
  /** 0 active; the members of others are only read. */
  Status: number
  /** Whether the reader may create members here. */
  MayAddMembers: boolean
}

/** Why nothing can be changed; the specified text. */
export const lockedText = 'This group is in-active and member information cannot be modified.'
const notByHand = 'Members of this group may not be added by hand.'

export function isLocked({ Status }: Employer): boolean {
  return Status !== 0
}

/** Why the reader cannot add a member, or undefined when he can. */
export function whyNoNewMember(employer: Employer): string | undefined {
  if (isLocked(employer)) return lockedText
  return employer.MayAddMembers ? undefined : notByHand
}
