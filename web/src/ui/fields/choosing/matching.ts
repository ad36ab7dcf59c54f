/** Which choices a typed text finds, the best first. */

export interface Option<Value extends string | number = string | number> {
  value: Value
  label: string
  disabled?: boolean
  /** A short name that also finds it, such as `TX`. */
  short?: string
}

/** The choices that hold the text: called so, beginning with it, with a word that does, or with it anywhere; each kind in its order. */
export function matching<Found extends Option>(options: readonly Found[], text: string): readonly Found[] {
  const wanted = plain(text)
  return options
    .flatMap((option) => {
      const rank = rankOf(option, wanted)
      return rank === undefined ? [] : [{ option, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
}

/** The one choice that a text can only mean: the one called so, or the only one there is. */
export function onlyMatch<Found extends Option>(found: readonly Found[], text: string): Found | undefined {
  const [only, ...others] = found.filter((option) => !option.disabled)
  const named = found.filter((option) => !option.disabled && rankOf(option, plain(text)) === 0)
  return named.length === 1 ? named[0] : others.length === 0 ? only : undefined
}

function rankOf({ label, short }: Option, wanted: string): number | undefined {
  const name = plain(label)
  if (name === wanted || (short !== undefined && plain(short) === wanted)) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(` ${wanted}`)) return 2
  return name.includes(wanted) ? 3 : undefined
}

/** A text without what one does not type: capitals, accents, spaces at its ends and more than one between words. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}
