/** The pinned 40 px below a table: range, total, page size, pages. While 24 is in force, the size says 24, which is not offered
    (rules.md#page-sizes). */
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNumbers, pageRange, pageSizes, type ListParams } from '../../lib/list'
import { count } from '../../lib/format/money'
import { chevron } from '../fields/frame'
import { IconChevronLeft, IconChevronRight } from '../icons'
import styles from './Pager.module.css'
import type { ListUrl } from './useListUrl'

interface PagerProps {
  url: ListUrl
  /** What the rows that are seen were asked by; the range and the page are theirs. */
  shown: ListParams
  /** Absent until the first page is there. */
  total: number | undefined
  noun: string
}

// Closed options would be drawn and placed with every list; the rest is as the theme has it.
const drawnWhenOpened = { keepMounted: false } as const

export function Pager({ url, shown, total: known, noun }: PagerProps) {
  const total = known ?? 0
  const wanted = url.params.Page
  const { from, to } = pageRange(shown, total)
  const last = Math.max(1, Math.ceil(total / shown.PerPage))
  const sizes = pageSizes.map(String)
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span aria-live="polite" className={styles.range}>
        {known !== undefined && (
          <>
            <strong>{to === 0 ? '0' : `${count(from)}–${count(to)}`}</strong> of {count(total)}{' '}
            {total === 1 ? noun.replace(/s$/, '') : noun}
          </>
        )}
      </span>
      <div className={styles.size}>
        <span aria-hidden>Rows</span>
        <Select
          data={sizes}
          value={sizes.includes(String(url.params.PerPage)) ? String(url.params.PerPage) : null}
          searchValue={String(url.params.PerPage)}
          allowDeselect={false}
          onChange={(size) => url.setSize(Number(size))}
          withCheckIcon={false}
          comboboxProps={drawnWhenOpened}
          rightSection={chevron}
          aria-label="Rows per page"
        />
      </div>
      <div className={styles.pages}>
        <Step label="Previous page" disabled={wanted <= 1} onClick={() => url.goToPage(Math.min(wanted - 1, last))}>
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </Step>
        {pageNumbers(shown.Page, last).map((page, index) =>
          page === null ? (
            <span key={`gap ${index}`} className={styles.gap}>
              …
            </span>
          ) : (
            <button
              key={page}
              type="button"
              className={styles.page}
              data-number
              aria-label={`Page ${page}`}
              aria-current={page === shown.Page ? 'page' : undefined}
              onClick={() => url.goToPage(page)}
            >
              {page}
            </button>
          ),
        )}
        <span className={styles.short}>
          {shown.Page} of {last}
        </span>
        <Step label="Next page" disabled={wanted >= last} onClick={() => url.goToPage(wanted + 1)}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </Step>
      </div>
    </nav>
  )
}

function Step({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className={styles.page} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  )
}
