/** The button of the navigation that opens the search, which Ctrl K opens too; the small one stands in the top bar. */
import { IconButton } from '../action/Button'
import { IconSearch } from '../icons'
import styles from './SearchButton.module.css'

interface SearchButtonProps {
  small?: boolean
  onClick: () => void
}

export function SearchButton({ small, onClick }: SearchButtonProps) {
  if (small)
    return <IconButton icon={IconSearch} label="Search" aria-keyshortcuts="Control+K Meta+K" onClick={onClick} />
  return (
    <button
      type="button"
      className={styles.search}
      aria-label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span>Search</span>
      <kbd aria-hidden>Ctrl K</kbd>
    </button>
  )
}
