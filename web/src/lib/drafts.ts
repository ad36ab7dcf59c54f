/**
 * Forms that were not saved when the session ended. Kept in memory only, so they outlive the sign-in page but never the tab;
 * they belong to one user and are forgotten as soon as another one signs in.
 */

const open = new Map<string, () => unknown>()
const kept = new Map<string, unknown>()
let owner: number | undefined

/**
 * Announces an open form; `changed` gives its values if they are unsaved, else undefined. Gives back how to withdraw it.
 * From here on the form holds its draft itself, so a kept one is let go.
 */
export function announceForm(key: string, changed: () => unknown): () => void {
  open.set(key, changed)
  kept.delete(key)
  return () => {
    if (open.get(key) === changed) open.delete(key)
  }
}

/** Keeps the unsaved values of every open form; says whether there were any. */
export function keepOpenForms(): boolean {
  for (const [key, changed] of open) {
    const values = changed()
    if (values !== undefined) kept.set(key, values)
  }
  return kept.size > 0
}

/** Whether an unsaved form waits for its user. */
export function keepsDrafts(): boolean {
  return kept.size > 0
}

/** What was typed into a form before the session ended, if anything. */
export function draftOf(key: string): unknown {
  return kept.get(key)
}

/** Says who is signed in: another user than before finds no drafts. */
export function draftsBelongTo(user: number): void {
  if (owner !== user) kept.clear()
  owner = user
}
