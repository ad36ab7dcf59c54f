/** The heading of a page, which is also what the browser calls its tab, its bookmark, and its step in the history. */
import { useEffect } from 'react'

const product = 'Ledgerwell'

interface PageTitleProps {
  title: string
  /** Which part of what the heading names the page shows, such as a tab; only the browser says it. */
  part?: string | undefined
  className?: string | undefined
  /** Where a long one is cut: whoever points at it reads the whole. */
  mayShorten?: boolean
}

export function PageTitle({ title, part, className, mayShorten = false }: PageTitleProps) {
  useEffect(() => {
    document.title = [...(part ? [part] : []), title, product].join(' · ')
    return () => {
      document.title = product
    }
  }, [title, part])
  return (
    <h1 className={className} title={mayShorten ? title : undefined}>
      {title}
    </h1>
  )
}
