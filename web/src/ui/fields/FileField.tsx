/** One file, dropped or chosen. The value is the File, or null. */
import { useRef, useState } from 'react'
import { Button, IconButton } from '../Button'
import { IconFileSpreadsheet, IconUpload, IconX } from '../icons'
import { FieldCell, useFieldFrame, joined, type FieldProps } from './frame'
import { Input } from '@mantine/core'
import styles from './FileField.module.css'

export function FileField({ accept = '.csv,text/csv', ...props }: FieldProps & { accept?: string }) {
  const { frame, label, value, set } = useFieldFrame(props)
  const { control, wrapper } = joined(frame)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const file = value instanceof File ? value : undefined
  const take = (files: FileList | null) => set(files?.item(0) ?? null)
  return (
    <FieldCell field={props}>
      <Input.Wrapper label={frame.label} labelProps={{ htmlFor: frame.id }} {...wrapper}>
        <div
          className={styles.drop}
          data-over={over || undefined}
          data-error={frame.error ? true : undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            if (!frame.disabled) take(event.dataTransfer.files)
          }}
        >
          <input
            ref={input}
            id={frame.id}
            name={frame.name}
            type="file"
            accept={accept}
            className="visually-hidden"
            {...control}
            disabled={frame.disabled}
            onChange={(event) => {
              take(event.currentTarget.files)
              // The same file may be chosen again after it was mended.
              event.currentTarget.value = ''
            }}
          />
          {file ? (
            <>
              <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden />
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{fileSize(file.size)}</span>
              <IconButton small icon={IconX} label={`Remove ${file.name}`} disabled={frame.disabled} onClick={() => set(null)} />
            </>
          ) : (
            <>
              <IconUpload size={20} stroke={1.5} aria-hidden />
              <span className={styles.hint}>{props.placeholder ?? 'Drop a .csv file here'}</span>
              <Button small disabled={frame.disabled} aria-label={`Choose a file for ${label}`} onClick={() => input.current?.click()}>
                Choose a file
              </Button>
            </>
          )}
        </div>
      </Input.Wrapper>
    </FieldCell>
  )
}

/** `214 KB`. */
export function fileSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
