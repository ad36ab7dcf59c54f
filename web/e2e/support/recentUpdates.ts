/** What is new, which the portal tells everybody once, over whatever page they come to. */
import type { Page } from 'playwright-core'

/**
 * To be called before a sign-in; what it gives back is to be called after one that worked. Should the panel with what is new come,
 * it is closed: whether it comes, the page learns from the server right after the sign-in.
 */
export function updatesOf(page: Page): () => Promise<void> {
  const answered = page
    .waitForResponse((response) => response.request().method() === 'GET' && /\/announcements\/1$/.test(response.url()))
    .catch(() => undefined)
  return async () => {
    const told = (await (await answered)?.json()) as { Value: boolean } | undefined
    if (told?.Value !== false) return
    const panel = page.getByRole('dialog', { name: 'Welcome back!' })
    await panel.getByRole('button', { name: 'Close' }).first().click()
    await panel.waitFor({ state: 'detached' })
  }
}
