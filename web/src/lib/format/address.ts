/** Addresses of the wire, on one line or on several. */

export interface Address {
  AddressLine1?: string | null
  AddressLine2?: string | null
  City?: string | null
  State?: string | null
  ZipCode?: string | null
}

/** The lines as on an envelope: street, second line, `Tampa, FL 33605`. */
export function addressLines({ AddressLine1, AddressLine2, City, State, ZipCode }: Address): string[] {
  const region = [State, ZipCode].filter(Boolean).join(' ')
  return [AddressLine1 ?? '', AddressLine2 ?? '', [City, region].filter(Boolean).join(', ')].filter(Boolean)
}

/** `266 Foundry St, Macon, GA 31201`. */
export function addressLine(address: Address): string {
  return addressLines(address).join(', ')
}
