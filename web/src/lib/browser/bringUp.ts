/** Scrolls to a box that begins in the lower half of the window; else one sees enough of it where it is. */
export function bringUp(box: HTMLElement) {
  if (box.getBoundingClientRect().top < window.innerHeight / 2) return
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  // Newer browsers answer with a promise.
  void box.scrollIntoView({ block: 'start', behavior })
}
