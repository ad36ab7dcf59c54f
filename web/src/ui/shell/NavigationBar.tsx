/** A thin bar at the top of the window while a page that was asked for is on its way, for answers that take their time. */
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from './NavigationBar.module.css'

/** What comes sooner is seen to come without a sign. */
const patience = 150

export function NavigationBar() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const isLate = useLasting(isLoading, patience)
  return isLate && <div className={styles.bar} role="progressbar" aria-label="Loading the page" />
}

/** Whether something has been so for as many milliseconds. */
function useLasting(isSo: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasts(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isSo, milliseconds])
  return isSo && lasts
}
