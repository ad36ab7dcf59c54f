/** Tabs inside a panel, such as Details and Line Items, and the part that the current one shows. */
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { count as shownCount } from '../../lib/format/money'
import head from '../page/EntityHeader.module.css'
import styles from './SidePanel.module.css'

export interface PanelTab<Name extends string> {
  name: Name
  label: string
  /** How many there are, once that is known. */
  count?: number | undefined
}

export interface PanelTabsProps {
  /** What the tabs are about, for those who do not see them. */
  label: string
  tabs: readonly PanelTab<string>[]
  current: string
  onChoose: (name: string) => void
}

/** Tabs whose names are some texts only. */
export function panelTabs<Name extends string>(
  label: string,
  tabs: readonly PanelTab<Name>[],
  current: Name,
  onChoose: (name: Name) => void,
): PanelTabsProps {
  const choose = (name: string) => {
    const tab = tabs.find((one) => one.name === name)
    if (tab) onChoose(tab.name)
  }
  return { label, tabs, current, onChoose: choose }
}

export function PanelTabs({ label, tabs, current, onChoose, children }: PanelTabsProps & { children: ReactNode }) {
  return (
    <Tabs unstyled className={styles.tabbed} value={current} onChange={(name) => name !== null && onChoose(name)}>
      <div className={styles.tabs}>
        <Tabs.List className={head.tabs} aria-label={label}>
          {tabs.map(({ name, label: says, count }) => (
            <Tabs.Tab
              key={name}
              value={name}
              className={head.tab}
              data-current={name === current || undefined}
              rightSection={count !== undefined && <span className={head.count}>{shownCount(count)}</span>}
            >
              {says}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={current} className={styles.body}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
