/** The saved views of the signed-in user, asked for when a list offers them (rules.md#saved-views). */
import { useQueryClient } from '@tanstack/react-query'
import { api, done, value } from '../../api/client'
import type { SavedViews } from '../../ui/list/tools/savedViews'

const viewsKey = ['saved views']

/** `own` is whether one acts for oneself: who acts as somebody else changes none of that user's views. */
export function useSavedViews(own: boolean): SavedViews {
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: viewsKey })
  return {
    of: (listKey) => ({
      queryKey: [...viewsKey, listKey],
      queryFn: async ({ signal }) => {
        const views = await value(api.GET('/api/v1/saved-views', { signal }))
        return views
          .filter(({ List }) => List === listKey)
          .map(({ Id, Name, Query }) => ({ id: Id, name: Name, query: Query }))
      },
    }),
    ...(own
      ? {
          change: {
            save: (List: string, Name: string, Query: string) =>
              value(api.POST('/api/v1/saved-views', { body: { List, Name, Query } })).then(changed),
            remove: (savedViewId: number) =>
              done(api.DELETE('/api/v1/saved-views/{savedViewId}', { params: { path: { savedViewId } } })).then(
                changed,
              ),
          },
        }
      : {}),
  }
}
