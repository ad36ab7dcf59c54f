/** Loads the page anew once the server answers again; until then it stays, for there would be nothing in its place. */
export async function loadAnew(): Promise<void> {
  const answers = await fetch(new Request(window.location.href, { method: 'HEAD', cache: 'no-store' })).then(
    () => true,
    () => false,
  )
  if (answers) window.location.reload()
}
