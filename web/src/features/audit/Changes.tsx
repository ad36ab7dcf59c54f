/** The fields an entry of the trail changed, before and after; many are shown on request. */
import { useState } from 'react'
import { Button } from '../../ui/action/Button'
import { ValueChange } from '../../ui/value/ValueChange'
import styles from './Changes.module.css'
import type { AuditEntry } from './queries'
import { shownValue } from './words'

const shownAtFirst = 8

export function Changes({ changes }: { changes: AuditEntry['Changes'] }) {
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, shownAtFirst)
  return (
    <>
      <ul className={styles.list}>
        {shown.map(({ Field, FieldText, Before, After }) => (
          <li key={Field}>
            <ValueChange label={FieldText} before={shownValue(Before, Field)} after={shownValue(After, Field)} />
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button kind="quiet" small onClick={() => setAll(true)}>
          Show {changes.length - shown.length} more fields
        </Button>
      )}
    </>
  )
}
