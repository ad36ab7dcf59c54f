/** What is new. The panel opens by itself for those who have not been told; opening it is what tells them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button, FileLink } from '../../ui/action/Button'
import { ButtonRow } from '../../ui/action/ButtonRow'
import { IconDownload } from '../../ui/icons'
import { PanelSection, SidePanel } from '../../ui/panel/SidePanel'
import { useLingering } from '../../ui/panel/useLingering'
import { PanelContext, usePanelPlace } from '../../ui/panel/usePanels'
import { acknowledge, acknowledged } from './queries'
import styles from './RecentUpdates.module.css'

interface RecentUpdatesProps {
  userId: number
  /** Whether it is the user who looks, and not somebody who acts as the user. */
  own: boolean
  /** Whether it was asked for by hand. */
  wanted: boolean
  onClose: () => void
}

/** Above the panels of the page, below confirmations. */
const order = 900
const panel = { key: 'recent updates' }

export function RecentUpdates({ userId, own, wanted, onClose }: RecentUpdatesProps) {
  const client = useQueryClient()
  const news = acknowledged(userId)
  const { data: isTold = true } = useQuery({ ...news, enabled: own })
  const close = () => {
    client.setQueryData(news.queryKey, true)
    onClose()
  }
  const open = wanted || !isTold
  return useLingering(open ? [panel] : []).map(({ item, leaving }) => (
    <PanelContext key={item.key} value={{ key: item.key, order, leaving, close }}>
      <RecentUpdatesPanel onOpened={own ? () => acknowledge(userId) : undefined} />
    </PanelContext>
  ))
}

function RecentUpdatesPanel({ onOpened }: { onOpened: (() => Promise<unknown>) | undefined }) {
  const { close } = usePanelPlace()
  useOnce(onOpened)
  return (
    <SidePanel
      title="Welcome back!"
      context="What is new in Ledgerwell"
      footer={
        <Button data-autofocus onClick={close}>
          Close
        </Button>
      }
    >
      <PanelSection title="A new look">
        <p>
          The portal has been drawn anew. Lists fill the page, every amount opens to the people behind it, and what you
          type is kept when your session ends.
        </p>
      </PanelSection>
      <PanelSection title="Invoice management">
        <p>Invoices have a place of their own, for each group and for all groups you may see:</p>
        <ul className={styles.list}>
          <li>View past invoices, and download each as a PDF.</li>
          <li>See the membership breakdown per invoice: who is billed on every line, and who joined or left.</li>
          <li>Pay invoices: an open invoice leads to the page where it is paid.</li>
        </ul>
      </PanelSection>
      <PanelSection title="Quickstart guide">
        <p>Two pages on signing in, groups, members, census files, billing and invoices.</p>
        <ButtonRow>
          <FileLink href="/ledgerwell-quickstart.pdf" icon={IconDownload}>
            Download the quickstart guide
          </FileLink>
        </ButtonRow>
      </PanelSection>
    </SidePanel>
  )
}

/** Calls when the panel opens. Should it fail, the panel will come again at the next sign-in, which harms nobody. */
function useOnce(call: (() => Promise<unknown>) | undefined) {
  useEffect(() => {
    call?.().catch(() => {})
    // Once, however often the panel is drawn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
