/** Whether one has been told what is new. */
import { api, value } from '../../api/client'
import type { Query } from '../../lib/query'

/** The only announcement there is. */
const announcementNo = 1

export function acknowledged(userId: number): Query<boolean> {
  return {
    queryKey: ['announcement', userId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/users/{userId}/announcements/{announcementNo}', {
          params: { path: { userId, announcementNo } },
          signal,
        }),
      ),
    staleTime: Infinity,
  }
}

export function acknowledge(userId: number): Promise<boolean> {
  return value(
    api.POST('/api/v1/users/{userId}/announcements/{announcementNo}', { params: { path: { userId, announcementNo } } }),
  )
}
