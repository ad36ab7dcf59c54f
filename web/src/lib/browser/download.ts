/** Gives a file that was fetched to the browser, which keeps it where downloads go; the page stays. */

/** The browser takes the content up at its own pace; afterwards it is let go. */
const letGoAfter = 60_000

export function keepFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), letGoAfter)
}

/** Lets the browser fetch a file itself, for those that are too large to be held by the page; what goes wrong is told among its downloads. */
export function browseToFile(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

const plainName = /filename="([^"]*)"/i
const wholeName = /filename\*=UTF-8''([^;]+)/i

/** The name that an answer gives its file (`content-disposition`); the one with all its letters before the plain one. */
export function fileName(disposition: string | null): string {
  const whole = wholeName.exec(disposition ?? '')?.[1]
  return (whole && decoded(whole)) || plainName.exec(disposition ?? '')?.[1] || 'download'
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}
