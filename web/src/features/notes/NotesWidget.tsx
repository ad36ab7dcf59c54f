/** The card of a group's notes, newest first. */
import { useQuery } from '@tanstack/react-query'
import { momentDate } from '../../lib/format/dates'
import { useCan } from '../../session/session'
import { IconButton } from '../../ui/action/Button'
import { IconPencil, IconPlus, IconTrash } from '../../ui/icons'
import { RowMenu } from '../../ui/list/RowMenu'
import { usePanels } from '../../ui/panel/usePanels'
import { RowButton } from '../../ui/action/RowLink'
import { Inline } from '../../ui/Stack'
import { Tag } from '../../ui/value/Tag'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { askToDelete } from './deleting'
import { alert, notes } from './queries'
import { inShort } from './words'

/** Its panel is the group's, since the header opens it too. */
export function NotesWidget({ employerId }: { employerId: number }) {
  const query = useQuery(notes(employerId))
  const { open } = usePanels()
  const mayEdit = useCan()('EditNotes')
  return (
    <Widget
      title="Notes"
      query={query}
      empty="There are no notes for this group."
      action={mayEdit && <IconButton small icon={IconPlus} label="Add Note" onClick={() => open('note')} />}
    >
      {query.data?.map((note) => {
        const text = inShort(note.Body)
        return (
          <WidgetRow
            key={note.Id}
            title={mayEdit ? <RowButton onClick={() => open('note', note.Id)}>{text}</RowButton> : text}
            since={momentDate(note.CreatedOn)}
            end={
              <Inline>
                {note.NoteType === alert && <Tag kind="warn">Alert</Tag>}
                {mayEdit && (
                  <RowMenu
                    label={`Actions for the note ${text}`}
                    actions={[
                      { label: 'Edit', icon: IconPencil, run: () => open('note', note.Id) },
                      { label: 'Delete', icon: IconTrash, destroys: true, run: () => askToDelete(employerId, note) },
                    ]}
                  />
                )}
              </Inline>
            }
          />
        )
      })}
    </Widget>
  )
}
