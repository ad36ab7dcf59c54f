/** The pinned 40 px below a table: range, total, page size, pages. While 24 is in force, the size says 24, which is not offered
    (rules.md#page-sizes). */
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNumbers, pageRange, pageSizes } from '../../lib/list'
import { count } from '../../lib/money'
import { chevron } from '../fields/frame'
import { IconChevronLeft, IconChevronRight } from '../icons'
import styles from './Pager.module.css'
import type { ListUrl } from './useListUrl'

interface PagerProps {
  url: ListUrl
  /** Absent until the first page is there. */
  total: number | undefined
  noun: string
}

export function Pager({ url, total: known, noun }: PagerProps) {
  const total = known ?? 0
  const { Page, PerPage } = url.params
  const { from, to } = pageRange(url.params, total)
  const last = Math.max(1, Math.ceil(total / PerPage))
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
          value={sizes.includes(String(PerPage)) ? String(PerPage) : null}
          searchValue={String(PerPage)}
          allowDeselect={false}
          onChange={(size) => url.setSize(Number(size))}
          withCheckIcon={false}
          rightSection={chevron}
          aria-label="Rows per page"
        />
      </div>
      <div className={styles.pages}>
        <Step label="Previous page" disabled={Page <= 1} onClick={() => url.goToPage(Math.min(Page - 1, last))}>
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </Step>
        {pageNumbers(Page, last).map((page, index) =>
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
              aria-current={page === Page ? 'page' : undefined}
              onClick={() => url.goToPage(page)}
            >
              {page}
            </button>
          ),
        )}
        <span className={styles.short}>
          {Page} of {last}
        </span>
        <Step label="Next page" disabled={Page >= last} onClick={() => url.goToPage(Page + 1)}>
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
