/** Downloads in tests: the answer that is a file, and what the browser was given to keep. */
import { vi } from 'vitest'

/** An answer that is a file. */
export function attached(content: string, name: string, type = 'text/csv') {
  return () =>
    new Response(content, {
      headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    })
}

/** Lets downloads end here; gives the names and contents of the files that were kept. */
export function watchFiles(): { name: string; content: Promise<string> }[] {
  const kept: { name: string; content: Promise<string> }[] = []
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (blob: Blob) => {
    const address = `blob:${blobs.size}`
    blobs.set(address, blob)
    return address
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) kept.push({ name: this.download, content: blob.text() })
  })
  return kept
}
