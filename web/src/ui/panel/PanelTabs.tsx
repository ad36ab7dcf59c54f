/** Tabs inside a panel, such as Details and Line Items: the arrow keys move between them. */
import { useRef, type KeyboardEvent } from 'react'
import styles from '../EntityHeader.module.css'

interface PanelTabsProps<Name extends string> {
  label: string
  tabs: readonly { name: Name; label: string }[]
  current: Name
  onChoose: (name: Name) => void
}

export function PanelTabs<Name extends string>({ label, tabs, current, onChoose }: PanelTabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (tabs.findIndex(({ name }) => name === current) + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (!tab) return
    onChoose(tab.name)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={tab.name === current}
          data-current={tab.name === current || undefined}
          tabIndex={tab.name === current ? 0 : -1}
          onClick={() => onChoose(tab.name)}
          onKeyDown={move}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
