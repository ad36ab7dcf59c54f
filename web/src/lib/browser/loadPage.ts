/** Leaves for an address by the browser itself: everything that was shown is gone, and the page starts anew. */
export function loadPage(address: string): void {
  window.location.assign(address)
}
