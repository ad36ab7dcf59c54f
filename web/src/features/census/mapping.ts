/** Reads the columns of a file out of what its mapping task has found, which comes in the task's own shape. */
import type { CensusTask } from './queries'

export interface MappedColumn {
  index: number
  heading: string
  /** Null for a column that is left out. */
  field: string | null
}

export function mappedColumns({ Data }: Pick<CensusTask, 'Data'>): MappedColumn[] {
  const columns: unknown = Data.Summary?.Columns
  return Array.isArray(columns) ? columns.flatMap((column: unknown) => readColumn(column)) : []
}

function readColumn(column: unknown): MappedColumn[] {
  if (typeof column !== 'object' || column === null || !('Index' in column) || !('Heading' in column)) return []
  const field = 'Field' in column && typeof column.Field === 'string' ? column.Field : null
  return [{ index: Number(column.Index), heading: String(column.Heading), field }]
}
