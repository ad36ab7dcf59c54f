/** The expanded row of a statement: what it comes to, and its lines by invoice. */
import { useQuery } from '@tanstack/react-query'
import { Answered } from '../../../ui/state/Answered'
import { Details } from '../../../ui/value/Details'
import { Stack } from '../../../ui/Stack'
import { Carried } from './Carried'
import { statement, type StatementRow } from '../../../shared/statements/queries'
import { StatementLines } from './StatementLines'
import styles from './StatementLines.module.css'
import { factsOf, statementNumber, sumsOf } from '../../../shared/statements/words'

export function StatementDetail({ row }: { row: StatementRow }) {
  const query = useQuery(statement(row.Id))
  return (
    <Stack>
      <div className={styles.detail}>
        <Details layout="beside" items={[{ term: 'Statement', value: statementNumber(row) }, ...factsOf(row)]} />
        <Details items={sumsOf(query.data ?? row)} />
      </div>
      <Answered query={query} what="the lines of the statement" flush>
        {(found) => (
          <>
            <Carried statement={found} />
            <StatementLines statement={found} />
          </>
        )}
      </Answered>
    </Stack>
  )
}
