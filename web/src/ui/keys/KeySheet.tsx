/** The keys that work where one is, in a side panel, with the switch for letters. */
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../action/Button'
import { PanelSection, SidePanel } from '../panel/SidePanel'
import { usePanelPlace } from '../panel/usePanels'
import { areSingleKeysOn, switchSingleKeys, type KeyUse } from './keys'
import styles from './KeySheet.module.css'

interface KeySheetProps {
  places: readonly { heading: string; uses: readonly KeyUse[] }[]
  /** What the one primary button in view says; absent where there is none. */
  primary: string | null | undefined
}

const everywhere = 'Everywhere'

export function KeySheet({ places, primary }: KeySheetProps) {
  const { close } = usePanelPlace()
  const [isOn, setOn] = useState(areSingleKeysOn)
  const general: readonly KeyUse[] = [
    ...(primary ? [{ keys: 'Ctrl Enter', says: primary }] : []),
    ...places.filter(({ heading }) => heading === everywhere).flatMap(({ uses }) => uses),
    { keys: 'Esc', says: 'Close what is on top' },
  ]
  const headings = [...new Set(places.map(({ heading }) => heading))].filter((heading) => heading !== everywhere)
  return (
    <SidePanel
      title="Keyboard"
      footer={
        <Button data-autofocus onClick={close}>
          Close
        </Button>
      }
    >
      {headings.map((heading) => (
        <Place
          key={heading}
          heading={heading}
          uses={places.filter((place) => place.heading === heading).flatMap(({ uses }) => uses)}
        />
      ))}
      <Place heading={everywhere} uses={general} />
      <PanelSection>
        <Switch
          label="Keys without Ctrl"
          description="Switch them off when you dictate, or when single keys get in your way."
          checked={isOn}
          onChange={(event) => {
            switchSingleKeys(event.currentTarget.checked)
            setOn(event.currentTarget.checked)
          }}
        />
      </PanelSection>
    </SidePanel>
  )
}

function Place({ heading, uses }: { heading: string; uses: readonly KeyUse[] }) {
  return (
    <PanelSection title={heading}>
      <dl className={styles.keys}>
        {uses.map(({ keys, says }) => (
          <div key={`${keys} ${says}`}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  )
}
