/** The user at the bottom of the navigation: name, role in words, and a menu with the account, the look, and signing out. */
import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconArrowsSort,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSpeakerphone,
  IconSun,
  IconUserCircle,
} from '../icons'
import { openKeySheet } from '../keys/Keys'
import { Avatar } from '../value/Avatar'
import { useDensity } from './density'
import styles from './UserMenu.module.css'

interface UserMenuProps {
  name: string
  role: string
  /** Only the initials, for the top bar. */
  small?: boolean
  onAccount: () => void
  onUpdates: () => void
  onSignOut: () => void
}

export function UserMenu({ name, role, small = false, onAccount, onUpdates, onSignOut }: UserMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const density = useDensity()
  const scheme = { light: 'dark', dark: 'auto', auto: 'light' } as const
  const says = { light: 'Light', dark: 'Dark', auto: 'As the system' } as const
  return (
    <Menu position={small ? 'bottom-end' : 'top-start'} width={200}>
      <Menu.Target>
        <button
          type="button"
          className={styles.button}
          data-small={small || undefined}
          aria-label={`${name}, ${role}: account menu`}
        >
          <Avatar name={name} />
          {!small && (
            <>
              <span className={styles.text}>
                <span className={styles.name}>{name}</span>
                <span className={styles.role}>{role}</span>
              </span>
              <IconSelector size={16} stroke={1.75} aria-hidden />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.75} />} onClick={onAccount}>
          Your account
        </Menu.Item>
        <Menu.Item leftSection={<IconSpeakerphone size={16} stroke={1.75} />} onClick={onUpdates}>
          Recent updates
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={
            colorScheme === 'dark' ? <IconMoon size={16} stroke={1.75} /> : <IconSun size={16} stroke={1.75} />
          }
          onClick={() => setColorScheme(scheme[colorScheme])}
        >
          Appearance: {says[colorScheme]}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconArrowsSort size={16} stroke={1.75} />}
          onClick={density.toggle}
        >
          Rows: {density.comfort ? 'Comfortable' : 'Compact'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.75} />}
          rightSection={<kbd>?</kbd>}
          onClick={openKeySheet}
        >
          Keyboard
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
