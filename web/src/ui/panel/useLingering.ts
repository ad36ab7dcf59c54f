/** Keeps an item that was taken away for the 120 ms in which its panel slides out. */
import { useEffect, useState } from 'react'

const slideOut = 120

interface Lingering<Item> {
  item: Item
  leaving: boolean
}

export function useLingering<Item extends { key: string }>(items: readonly Item[]): Lingering<Item>[] {
  const [before, setBefore] = useState(items)
  const [gone, setGone] = useState<readonly Item[]>([])
  const keys = (list: readonly Item[]) => list.map((item) => item.key).join('\n')
  if (keys(before) !== keys(items)) {
    setBefore(items)
    setGone(before.filter((old) => !items.some((item) => item.key === old.key)))
  }
  useEffect(() => {
    if (gone.length === 0) return
    const timer = setTimeout(() => setGone([]), slideOut)
    return () => clearTimeout(timer)
  }, [gone])
  return [...items.map((item) => ({ item, leaving: false })), ...gone.map((item) => ({ item, leaving: true }))]
}
