/** The editor of a list's records in a side panel: the button for a new record, the rows' ways to theirs, and the panel itself. */
import type { ReactNode } from 'react'
import { Button } from '../action/Button'
import { IconPencil, IconPlus } from '../icons'
import type { RecordPanels } from '../panel/neighbours'
import { Panels } from '../panel/Panels'
import { usePanels } from '../panel/usePanels'
import { RowButton } from '../action/RowLink'
import type { RowAction } from './columns'

interface EditorOptions {
  /** Whether there is an editor for this reader at all. */
  may: boolean
  /** The panel's name in the URL. */
  kind: string
  /** What the button for a new record says: `New Plan`. */
  create: string
  /** What the row's action says: `Edit`. */
  edit: string
  /** True for a button of its own instead of an entry of the row's menu. Otherwise it has both. */
  direct?: true
  /** The editor; the id is an empty text for a new record. */
  panel: (id: string) => ReactNode
}

interface Editor<Row> {
  /** For the list: its row actions and its button. */
  list: {
    rowActions?: (row: Row) => readonly RowAction[]
    actions?: ReactNode
    recordPanels?: RecordPanels<{ Id: number }>
  }
  /** A row's name, which opens its editor for those who may. */
  name: (row: Row) => ReactNode
  /** The panel; to be drawn beside the list. */
  panels: ReactNode
}

export function useEditor<Row extends { Id: number; Name: string }>({
  may,
  kind,
  create,
  edit,
  direct,
  panel,
}: EditorOptions): Editor<Row> {
  const { open } = usePanels()
  if (!may) return { list: {}, name: ({ Name }) => Name, panels: null }
  return {
    list: {
      rowActions: ({ Id }) => [
        { label: edit, icon: IconPencil, edits: true, direct: direct ?? 'too', run: () => open(kind, Id) },
      ],
      recordPanels: { [kind]: ({ Id }) => Id },
      actions: (
        <Button kind="primary" icon={IconPlus} onClick={() => open(kind)}>
          {create}
        </Button>
      ),
    },
    name: ({ Id, Name }) => <RowButton onClick={() => open(kind, Id)}>{Name}</RowButton>,
    panels: <Panels kinds={{ [kind]: panel }} />,
  }
}
