/** What an outstanding amount is made of: what is owed on invoices, less the credit memos that are not used up. */
import { counted, money } from '../format/money'

interface Sum {
  Count: number
  Dollars: number
}

/** `9 invoices`, or `9 invoices, less $120.00 of 2 credit memos`: with these the overdue ones may come to more than all that is outstanding. */
export function owedText(outstanding: Sum, credits: Sum | null | undefined): string {
  if (!credits || credits.Count === 0) return counted(outstanding.Count, 'invoice')
  const invoices = counted(outstanding.Count - credits.Count, 'invoice')
  return `${invoices}, less ${money(-credits.Dollars)} of ${counted(credits.Count, 'credit memo')}`
}
