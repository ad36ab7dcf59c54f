/** Buttons: at most one primary in view; red only destroys; a busy button turns its own spinner and cannot be pressed again. */
import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { IconMail, type Icon } from '../icons'
import { Spinner } from '../state/Spinner'

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'danger-plain' | 'quiet'

interface Look {
  kind?: ButtonKind
  icon?: Icon
  /** 28 px high, for rows and cards. */
  small?: boolean
  children: ReactNode
}

type ButtonProps = Look & {
  busy?: boolean
  /** An icon after the text, such as that of a menu. */
  trailing?: Icon
} & Omit<ComponentProps<'button'>, 'children'>

export function Button({
  kind = 'plain',
  icon: Glyph,
  trailing: Trailing,
  small,
  busy = false,
  children,
  disabled,
  type = 'button',
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-kind={kind}
      data-small={small || undefined}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : Glyph && <Glyph size={16} stroke={1.75} aria-hidden />}
      <span>{children}</span>
      {Trailing && <Trailing size={16} stroke={1.75} aria-hidden />}
    </button>
  )
}

/** A link that looks like a button: it leads to a page. */
export function ButtonLink({
  kind = 'plain',
  icon: Glyph,
  small,
  children,
  ...rest
}: Look & Omit<LinkComponentProps, 'children'>) {
  return (
    <Link className={styles.button} data-kind={kind} data-small={small || undefined} {...rest}>
      {Glyph && <Glyph size={16} stroke={1.75} aria-hidden />}
      <span>{children}</span>
    </Link>
  )
}

interface Address {
  to: string
  /** The panel that is open there, as the address names it: `plan.3`. */
  panel?: string | undefined
  /** Its name for those who do not see what it stands beside. */
  says?: string
  /** What else happens when it is followed. */
  onClick?: () => void
}

/** A link that looks like a button, to an address that is put together. */
export function AddressButton({ to, panel, says, onClick, ...look }: Look & Address) {
  const { kind = 'plain', icon: Glyph, small, children } = look
  return (
    <Link
      className={styles.button}
      data-kind={kind}
      data-small={small || undefined}
      aria-label={says}
      {...(onClick ? { onClick } : {})}
      to={to}
      search={panel ? { panel } : {}}
    >
      {Glyph && <Glyph size={16} stroke={1.75} aria-hidden />}
      <span>{children}</span>
    </Link>
  )
}

/** A link that looks like a button, to a file that comes with the web app: it needs no session, so the browser may fetch it itself. */
export function FileLink({ href, kind = 'plain', icon: Glyph, small, children }: Look & { href: string }) {
  return (
    <a className={styles.button} data-kind={kind} data-small={small || undefined} href={href} download>
      {Glyph && <Glyph size={16} stroke={1.75} aria-hidden />}
      <span>{children}</span>
    </a>
  )
}

type IconButtonProps = { icon: Icon; label: string; small?: boolean; framed?: boolean } & Omit<
  ComponentProps<'button'>,
  'children' | 'aria-label'
>

/** A button that is only an icon; the label is its name for those who do not see it. */
export function IconButton({
  icon: Glyph,
  label,
  small,
  framed,
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      className={className ? `${styles.icon} ${className}` : styles.icon}
      data-small={small || undefined}
      data-framed={framed || undefined}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Glyph size={16} stroke={1.75} aria-hidden />
    </button>
  )
}

/** A link that is only an icon; the label is its name for those who do not see it. */
export function IconLink({
  icon: Glyph,
  label,
  ...rest
}: { icon: Icon; label: string } & Omit<LinkComponentProps, 'children'>) {
  return (
    <Link className={styles.icon} data-small aria-label={label} title={label} {...rest}>
      <Glyph size={16} stroke={1.75} aria-hidden />
    </Link>
  )
}

/** A link to the mail program, only an icon. */
export function MailLink({ address, label }: { address: string; label: string }) {
  return (
    <a className={styles.icon} data-small href={`mailto:${address}`} aria-label={label} title={address}>
      <IconMail size={16} stroke={1.75} aria-hidden />
    </a>
  )
}
