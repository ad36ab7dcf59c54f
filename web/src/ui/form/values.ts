/** The values of a form compared with what they were. */

export function sameValues<Values extends object>(left: Values, right: Values): boolean {
  return Object.keys({ ...left, ...right }).every((name) =>
    sameValue(left[name as keyof Values], right[name as keyof Values]),
  )
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a instanceof Blob || b instanceof Blob) return false
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What else a changed value changes, such as an agreement that no longer holds; nothing for most. */
export type Follow<Values> = (name: keyof Values) => Partial<Values>

/**
 * What is kept of what was typed over `base` when it is put over `theirs`: nothing that is as it was, and nothing that followed from a
 * value which someone else has changed.
 */
export function stillMine<Values extends object>(
  typed: Partial<Values>,
  base: Values,
  theirs: Values,
  follow: Follow<Values> | undefined,
): Partial<Values> {
  const mine = { ...typed }
  for (const name in mine) if (sameValue(mine[name], base[name])) Reflect.deleteProperty(mine, name)
  for (const name in theirs)
    if (!(name in mine) && !sameValue(theirs[name], base[name])) Object.assign(mine, follow?.(name))
  return mine
}
