/** A text that is shown once and must be kept: in letters of one width, with buttons that copy it and save it as a file. */
import { useClipboard } from '@mantine/hooks'
import { keepFile } from '../../lib/browser/download'
import { Button } from '../action/Button'
import { ButtonRow } from '../action/ButtonRow'
import { IconCheck, IconCopy, IconDownload } from '../icons'
import styles from './SecretText.module.css'

interface SecretTextProps {
  /** What it is, for those who do not see it: `Access key`. */
  label: string
  lines: readonly string[]
  /** The file it can be saved as, and what stands above it there. */
  file?: { name: string; heading: string }
}

export function SecretText({ label, lines, file }: SecretTextProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  const text = lines.join('\n')
  return (
    <div className={styles.secret}>
      <ul className={styles.lines} aria-label={label} data-many={lines.length > 1 || undefined}>
        {lines.map((line) => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button small icon={copied ? IconCheck : IconCopy} onClick={() => copy(text)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        {file && (
          <Button
            small
            icon={IconDownload}
            onClick={() => keepFile(new Blob([`${file.heading}\n\n${text}\n`], { type: 'text/plain' }), file.name)}
          >
            Download
          </Button>
        )}
        {error && <span role="alert">The browser does not allow copying: select the text and copy it by hand.</span>}
      </ButtonRow>
    </div>
  )
}
