/** Above the causes of a change: the amount, and in a sentence by how much it differs. */
import styles from './CompareHead.module.css'

interface CompareHeadProps {
  amount: string
  lead: string
  strong: string
  rest: string
}

export function CompareHead({ amount, lead, strong, rest }: CompareHeadProps) {
  return (
    <p className={styles.head}>
      <strong className={styles.amount}>{amount}</strong>
      <span>
        {lead} <strong>{strong}</strong> {rest}
      </span>
    </p>
  )
}
