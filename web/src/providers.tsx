/** What every component stands in, in the browser and in tests: the theme with its nonce, and the cache of answers. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme'

interface ProvidersProps {
  queryClient: QueryClient
  /** Tests switch off the library's transitions and portals' delays. */
  env?: 'default' | 'test'
  children: ReactNode
}

export function Providers({ queryClient, env = 'default', children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      env={env}
    >
      <QueryClientProvider client={queryClient}>
        {children}
        {/* Menus, panels and notices are drawn here, so that they too stand inside of a landmark. */}
        <section aria-label="Menus and panels" data-portal="true" data-mantine-shared-portal-node="true" />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The nonce of this answer, which the server writes into the page; styles without it are refused by the browser. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
