/** Starts the application: styles, providers, router, and what happens when the session ends. */
import '@fontsource-variable/inter/index.css'
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/library.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnded } from './api/client'
import { leaveForSignIn, watchSession } from './leaving'
import { Providers } from './providers'
import { makeQueryClient } from './queryClient'
import { makeRouter } from './router'
import { restoreDensity } from './ui/shell/density'

restoreDensity()

const queryClient = makeQueryClient()
const router = makeRouter(queryClient)

onSessionEnded(() => leaveForSignIn(router, queryClient, 'ended'))
watchSession(router, queryClient)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
