/** One file, dropped or chosen. The value is the File, or null. */
import { useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../action/Button'
import { IconFileSpreadsheet, IconUpload, IconX } from '../icons'
import { FieldCell, useFieldFrame, joined, type FieldProps } from './frame'
import { Input } from '@mantine/core'
import styles from './FileField.module.css'

export function FileField({ accept = '.csv,text/csv', ...props }: FieldProps & { accept?: string }) {
  const { frame, label, value, set } = useFieldFrame(props)
  const { control, wrapper } = joined(frame)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => set(files?.item(0) ?? null)
  return (
    <FieldCell field={props}>
      <Input.Wrapper label={frame.label} labelProps={{ htmlFor: frame.id }} {...wrapper}>
        <DropBox isWrong={Boolean(frame.error)} disabled={frame.disabled} onDrop={take}>
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
          {value instanceof File ? (
            <Chosen file={value} disabled={frame.disabled} onRemove={() => set(null)} />
          ) : (
            <Hint
              says={props.placeholder ?? 'Drop a .csv file here'}
              label={label}
              disabled={frame.disabled}
              onChoose={() => input.current?.click()}
            />
          )}
        </DropBox>
      </Input.Wrapper>
    </FieldCell>
  )
}

interface DropBoxProps {
  isWrong: boolean
  disabled: boolean
  onDrop: (files: FileList) => void
  children: ReactNode
}

/** Where a file may be dropped; it shows that one is held over it. */
function DropBox({ isWrong, disabled, onDrop, children }: DropBoxProps) {
  const [over, setOver] = useState(false)
  return (
    <div
      className={styles.drop}
      data-over={over || undefined}
      data-error={isWrong || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) onDrop(event.dataTransfer.files)
      }}
    >
      {children}
    </div>
  )
}

function Chosen({ file: { name, size }, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  return (
    <>
      <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden />
      <span className={styles.name}>{name}</span>
      <span className={styles.size}>{fileSize(size)}</span>
      <IconButton small icon={IconX} label={`Remove ${name}`} disabled={disabled} onClick={onRemove} />
    </>
  )
}

function Hint({
  says,
  label,
  disabled,
  onChoose,
}: {
  says: string
  label: string
  disabled: boolean
  onChoose: () => void
}) {
  return (
    <>
      <IconUpload size={20} stroke={1.5} aria-hidden />
      <span className={styles.hint}>{says}</span>
      <Button small disabled={disabled} aria-label={`Choose a file for ${label}`} onClick={onChoose}>
        Choose a file
      </Button>
    </>
  )
}

/** `214 KB`. */
export function fileSize(bytes: number): string {
  return bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
