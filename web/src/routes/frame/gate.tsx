/** The pages one sees without being signed in. */
import { createRoute, redirect, useRouter, useRouterState } from '@tanstack/react-router'
import { keepsDrafts } from '../../lib/drafts'
import { signInSearch } from '../../session/leaving'
import { sessionQuery } from '../../session/session'
import { lazyPart } from './lazyPart'
import { rootRoute } from './root'

const SignInPage = lazyPart(() => import('../../features/account/SignInPage'), 'SignInPage')
const ConfirmAddressPage = lazyPart(() => import('../../features/account/ConfirmAddressPage'), 'ConfirmAddressPage')
const ResetPasswordPage = lazyPart(() => import('../../features/account/ResetPasswordPage'), 'ResetPasswordPage')

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  beforeLoad: async ({ context, search }) => {
    if (await context.queryClient.ensureQueryData(sessionQuery)) throw redirect({ to: search.from ?? '/' })
  },
  component: function SignIn() {
    const { from, why, minutes } = signInRoute.useSearch()
    const router = useRouter()
    return (
      <SignInPage
        why={why}
        minutes={minutes}
        kept={keepsDrafts()}
        onSignedIn={() => router.history.replace(from ?? '/')}
      />
    )
  },
})

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyPart(() => import('../../features/account/ForgotPasswordPage'), 'ForgotPasswordPage'),
})

export const confirmAddressRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-address',
  component: function ConfirmAddress() {
    return <ConfirmAddressPage token={useToken()} />
  },
})

/** The token behind `#`. */
function useToken(): string {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  return new URLSearchParams(hash).get('token') ?? ''
}

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: function ResetPassword() {
    return <ResetPasswordPage token={useToken()} />
  },
})
