/** A commission statement for the printer: a page of its own, always dark on light, that opens the print dialog once it is drawn. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { download } from '../../../api/downloads'
import { isMissing } from '../../../lib/failure'
import { Answered } from '../../../ui/state/Answered'
import { Button } from '../../../ui/action/Button'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { EmptyState } from '../../../ui/state/EmptyState'
import { IconDownload, IconHelp, IconPrinter } from '../../../ui/icons'
import { PageTitle } from '../../../ui/page/PageTitle'
import { pdfOf, statement, type Statement } from '../../../shared/statements/queries'
import { statementNumber } from '../../../shared/statements/words'
import { PrintedStatement } from './PrintedStatement'
import styles from './Print.module.css'

export function StatementPrintPage({ id }: { id: number | undefined }) {
  return <main className={styles.page}>{id === undefined ? <NoStatement /> : <Known id={id} />}</main>
}

function Known({ id }: { id: number }) {
  const query = useQuery(statement(id))
  usePaperColours()
  // Before the print dialog opens: it shows the head of the following pages.
  usePageHead(query.data)
  usePrinted(query.data)
  if (query.data === undefined && isMissing(query.error)) return <NoStatement />
  return (
    <>
      {query.data === undefined && <PageTitle title="Commission statement" className="visually-hidden" />}
      <Answered query={query} what="the statement">
        {(found) => (
          <>
            <Tools statement={found} />
            <PrintedStatement statement={found} />
          </>
        )}
      </Answered>
    </>
  )
}

function NoStatement() {
  return (
    <>
      <PageTitle title="Not found" className="visually-hidden" />
      <EmptyState icon={IconHelp} title="There is no such statement">
        The address may be mistyped, or what it showed is gone or not yours to see.
      </EmptyState>
    </>
  )
}

function Tools({ statement: one }: { statement: Statement }) {
  return (
    <div className={styles.tools}>
      <DownloadButton icon={IconDownload} get={() => download(pdfOf(one))}>
        Download PDF
      </DownloadButton>
      <Button kind="primary" icon={IconPrinter} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

/** Opens the print dialog, once, as soon as the statement is drawn in its own font. */
function usePrinted(loaded: Statement | undefined): void {
  const printed = useRef(false)
  useEffect(() => {
    if (!loaded || printed.current) return
    printed.current = true
    void fontsReady().then(() => window.print())
  }, [loaded])
}

async function fontsReady(): Promise<void> {
  await document.fonts.ready
}

const pageHead = '--page-head'

/** Writes number and payee into the head of each printed page behind the first, as the PDF has them. */
function usePageHead(loaded: Statement | undefined): void {
  useEffect(() => {
    if (!loaded) return
    const { style } = document.documentElement
    // A CSS string has the escapes of a JSON string for quotes and backslashes.
    style.setProperty(pageHead, JSON.stringify(`Statement ${statementNumber(loaded)}, ${loaded.PayeeName}`))
    return () => {
      style.removeProperty(pageHead)
    }
  }, [loaded])
}

const scheme = 'data-mantine-color-scheme'

/** Paper is light, whatever the rest of the portal is. */
function usePaperColours(): void {
  useEffect(() => {
    const root = document.documentElement
    const before = root.getAttribute(scheme)
    root.setAttribute(scheme, 'light')
    return () => {
      if (before !== null) root.setAttribute(scheme, before)
    }
  }, [])
}
