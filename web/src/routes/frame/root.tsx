/** Around every page: the notices, the confirmations, and what is shown when a page fails or does not exist. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onConfirmationNeeded } from '../../api/confirmation'
import { failureWithReference, PartMissingError } from '../../lib/failure'
import { loadAnew } from '../../lib/browser/loadAnew'
import { Button, ButtonLink } from '../../ui/action/Button'
import { EmptyState } from '../../ui/state/EmptyState'
import { IconAlertCircle, IconHelp } from '../../ui/icons'
import { Keys } from '../../ui/keys/Keys'
import { Layers } from '../../ui/panel/Layers'
import { PageTitle } from '../../ui/page/PageTitle'
import { NavigationBar } from '../../ui/shell/NavigationBar'
import { Toasts } from '../../ui/toast/Toasts'

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: Failed,
  notFoundComponent: Missing,
})

/** Asks for the password where the server wants it once more. */
function askForPassword(): Promise<boolean> {
  return import('../../features/account/ConfirmIdentity').then((part) => part.askForPassword())
}

function Root() {
  useEffect(() => onConfirmationNeeded(askForPassword), [])
  return (
    <>
      <NavigationBar />
      <Outlet />
      <Layers />
      <Keys />
      <Toasts />
    </>
  )
}

export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    if (error instanceof PartMissingError) {
      setBusy(true)
      await loadAnew()
      return setBusy(false)
    }
    reset()
    await router.invalidate()
  }
  return (
    <EmptyState
      failed
      icon={IconAlertCircle}
      title="This page did not load"
      action={
        <Button small busy={busy} onClick={() => void again()}>
          Try again
        </Button>
      }
    >
      {failureWithReference(error)}
    </EmptyState>
  )
}

export function Missing() {
  return (
    <>
      <PageTitle title="Not found" className="visually-hidden" />
      <EmptyState
        icon={IconHelp}
        title="There is no such page"
        action={
          <ButtonLink small to="/">
            Go to the start
          </ButtonLink>
        }
      >
        The address may be mistyped, or what it showed is gone or not yours to see.
      </EmptyState>
    </>
  )
}
