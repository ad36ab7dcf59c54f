/** Where the views of lists that a user saved by name come from and go to. The frame gives it; a list without it offers none. */
import { createContext } from 'react'
import type { Query } from '../../../lib/query'

export interface SavedView {
  id: number
  name: string
  /** The search parameters of the address, without a question mark. */
  query: string
}

export interface SavedViews {
  of: (listKey: string) => Query<readonly SavedView[]>
  /** What changes them; absent for who acts as somebody else. */
  change?: {
    save: (listKey: string, name: string, query: string) => Promise<unknown>
    remove: (id: number) => Promise<unknown>
  }
}

export const SavedViewsPart = createContext<SavedViews | undefined>(undefined)
