/** The views of a list that its user saved by name: opening one, saving what is shown, deleting one. */
import { Popover, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext, useState, type FormEvent } from 'react'
import { failureMessage } from '../../../lib/failure'
import type { ListDefaults } from '../../../lib/list'
import { Button, IconButton } from '../../action/Button'
import { IconBookmark, IconTrash } from '../../icons'
import { NotAnswered } from '../../state/Answered'
import { Spinner } from '../../state/Spinner'
import { orNotice, toast } from '../../toast/toasts'
import type { Column } from '../columns'
import type { Filter } from '../FilterChip'
import type { ListUrl } from '../useListUrl'
import { SavedViewsPart, type SavedView, type SavedViews } from './savedViews'
import { ToolButton } from './ToolButton'
import styles from './tools.module.css'
import { openedView, sayGone, viewQuery } from './viewAddress'

interface SavedViewsMenuProps<Row> {
  listKey: string
  url: ListUrl
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  defaults: ListDefaults
  narrow: boolean
}

export function SavedViewsMenu<Row>(props: SavedViewsMenuProps<Row>) {
  const views = useContext(SavedViewsPart)
  const [open, setOpen] = useState(false)
  if (!views) return null
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ToolButton
          icon={IconBookmark}
          label="Views"
          narrow={props.narrow}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Views">
        <div className={styles.views}>
          <Menu {...props} views={views} onClose={() => setOpen(false)} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

type MenuProps<Row> = SavedViewsMenuProps<Row> & { views: SavedViews; onClose: () => void }

function Menu<Row>({ listKey, url, columns, filters, defaults, views, onClose }: MenuProps<Row>) {
  const query = useQuery({ ...views.of(listKey), staleTime: 60_000 })
  const shown = viewQuery(url, filters)
  const open = ({ name, query: saved }: SavedView) => {
    const { search, gone } = openedView(saved, { columns, filters, defaults })
    sayGone(name, gone)
    url.show(search)
    onClose()
  }
  if (query.isPending) return <Spinner />
  if (query.isError) return <NotAnswered flush query={query} title="The views did not load" />
  return (
    <>
      {query.data.length === 0 && <p className={styles.nothing}>No views are saved yet.</p>}
      {query.data.length > 0 && (
        <ul className={styles.saved}>
          {query.data.map((view) => (
            <li key={view.id}>
              <button
                type="button"
                className={styles.view}
                aria-current={view.query === shown || undefined}
                onClick={() => open(view)}
              >
                {view.name}
              </button>
              {views.change && <Delete view={view} listKey={listKey} change={views.change} />}
            </li>
          ))}
        </ul>
      )}
      {views.change && <Save save={(name) => views.change?.save(listKey, name, shown) ?? Promise.resolve()} />}
    </>
  )
}

interface DeleteProps {
  view: SavedView
  listKey: string
  change: NonNullable<SavedViews['change']>
}

function Delete({ view: { id, name, query }, listKey, change: { save, remove } }: DeleteProps) {
  const [busy, setBusy] = useState(false)
  const drop = async () => {
    await remove(id)
    toast.success(`The view “${name}” has been deleted.`, {
      action: {
        label: 'Undo',
        undo: () => save(listKey, name, query),
        undone: `The view “${name}” is back.`,
        refresh: [],
      },
    })
  }
  const run = () => {
    setBusy(true)
    orNotice(drop().finally(() => setBusy(false)))
  }
  return <IconButton small icon={IconTrash} label={`Delete view ${name}`} disabled={busy} onClick={run} />
}

function Save({ save }: { save: (name: string) => Promise<unknown> }) {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setWrong(undefined)
    save(name)
      .then(() => setName(''))
      .catch((failure: unknown) => setWrong(failureMessage(failure)))
      .finally(() => setBusy(false))
  }
  return (
    <form className={styles.save} onSubmit={submit}>
      <TextInput
        label="Save this view as"
        value={name}
        maxLength={60}
        error={wrong}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button small type="submit" busy={busy} disabled={name.trim() === ''}>
        Save View
      </Button>
    </form>
  )
}
