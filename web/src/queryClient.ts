/** The cache of the server's answers: shown again at once, asked again in the background, retried only when that can help. */
import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from './lib/failure'

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, failure) => failures < 2 && isWorthRetrying(failure),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
