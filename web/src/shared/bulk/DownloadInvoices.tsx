/** Downloads the PDFs of chosen invoices as one file, and says at once that the server prepares it: many take half a minute. */
import { download, invoicesArchive } from '../../api/downloads'
import { counted } from '../../lib/format/money'
import { DownloadButton } from '../../ui/action/DownloadButton'
import { IconDownload } from '../../ui/icons'
import { closeToast, toast } from '../../ui/toast/toasts'

interface DownloadInvoicesProps {
  invoices: readonly { Id: number }[]
}

export function DownloadInvoices({ invoices }: DownloadInvoicesProps) {
  return (
    <DownloadButton icon={IconDownload} get={() => prepared(invoices)}>
      Download
    </DownloadButton>
  )
}

async function prepared(invoices: DownloadInvoicesProps['invoices']): Promise<void> {
  const what = counted(invoices.length, 'invoice')
  const notice = toast.info(`The file of ${what} is being prepared. You can go on working meanwhile.`, {
    title: 'Download',
    stays: true,
  })
  try {
    await download(invoicesArchive(invoices))
    toast.success(`The file of ${what} has been downloaded.`)
  } finally {
    closeToast(notice)
  }
}
