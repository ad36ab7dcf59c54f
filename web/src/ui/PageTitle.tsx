/** The heading of a page, which is also what the browser calls its tab, its bookmark, and its step in the history. */
import { useEffect } from 'react'

const product = 'Ledgerwell'

export function PageTitle({ title, className }: { title: string; className?: string | undefined }) {
  useEffect(() => {
    document.title = `${title} · ${product}`
    return () => {
      document.title = product
    }
  }, [title])
  return <h1 className={className}>{title}</h1>
}
