/** Which columns of a list are shown; the one that a row is known by always is. */
import { Checkbox, Popover } from '@mantine/core'
import { useState } from 'react'
import { Button, IconButton } from '../../action/Button'
import { IconColumns3 } from '../../icons'
import { columnsWithRoom, nameColumnOf, type Column } from '../columns'
import type { ListUrl } from '../useListUrl'
import { useRoom } from '../useRoom'
import styles from './tools.module.css'

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[]
  url: ListUrl
}

export function ColumnChoice<Row>({ columns, url }: ColumnChoiceProps<Row>) {
  const [open, setOpen] = useState(false)
  const room = useRoom()
  const name = nameColumnOf(columns)
  const all = columns.filter(({ kind }) => kind !== 'blank')
  const offered = all.filter((column) => column !== name)
  if (offered.length === 0) return null
  const shown = (url.columns ?? all.map(({ key }) => key)).filter((key) => key !== name?.key)
  const fitting = columnsWithRoom(all, url.columns, room)
  const leftOut = all.filter((column) => !fitting.includes(column)).map(({ title }) => title)
  const choose = (keys: readonly string[]) => {
    const kept = all.filter((column) => column === name || keys.includes(column.key)).map(({ key }) => key)
    url.showColumns(kept.length === all.length ? undefined : kept)
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={IconColumns3}
          label="Columns"
          data-on={url.columns !== undefined || undefined}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className={styles.choice}>
          <Checkbox.Group value={shown} onChange={choose} aria-label="Columns">
            <div className={styles.list}>
              {offered.map(({ key, title }) => (
                <Checkbox key={key} value={key} label={title} />
              ))}
            </div>
          </Checkbox.Group>
          {leftOut.length > 0 && <p className={styles.nothing}>This screen has no room for {leftOut.join(', ')}.</p>}
          <Button
            small
            onClick={() => {
              url.forgetChoices()
              setOpen(false)
            }}
          >
            Reset columns, order and size
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
