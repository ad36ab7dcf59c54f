/** Ctrl Enter does what the one primary button in view says, which a person sees; never what destroys, and nothing where two stand. */

/** The primary button of the top panel, or of the page when no panel is open. */
export function primaryButton(): HTMLElement | undefined {
  const panels = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')]
  const within = panels.at(-1) ?? document.querySelector<HTMLElement>('main') ?? document.body
  const found = [...within.querySelectorAll<HTMLElement>('[data-kind="primary"]:is(a, button)')].filter(
    (button) => !button.matches(':disabled') && isSeen(button),
  )
  return found.length === 1 ? found[0] : undefined
}

function isSeen(button: HTMLElement): boolean {
  // Not every place where this runs lays pages out.
  return typeof button.checkVisibility !== 'function' || button.checkVisibility()
}
