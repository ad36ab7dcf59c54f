/** Downloads by the browser itself: the server answers with a file, and the page stays. */

export function download(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
