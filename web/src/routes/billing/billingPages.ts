/** The billing pages of a group: the second level below its tab, by their address below `/billing`. */
export const billingPages = [
  { label: 'Billing Plans', path: '/plans' },
  { label: 'Billing Snapshots', path: '/snapshots' },
  { label: 'Pricing Options', path: '/pricing' },
  { label: 'Pricing Groups', path: '/pricing-groups' },
]
