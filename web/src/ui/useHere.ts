/** What is delayed is for the page on which it began: once one is elsewhere it must not happen. */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** Marks where one is; what it gives says whether one still is, a navigation that has only begun included. */
export function useHere(): () => () => boolean {
  const router = useRouter()
  const [mark] = useState(() => () => {
    const { pathname } = router.latestLocation
    return () => router.latestLocation.pathname === pathname
  })
  return mark
}
