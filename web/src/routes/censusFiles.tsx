/** Census files: of all groups, of one group, and one file. A link may ask for a file to be open: `?expandedfileid=7`. */
import type { QueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { file, fileListing } from '../features/census/queries'
import { listSearch, panelSearch, type RawSearch } from '../lib/list'
import { firstRows } from '../lib/listing'
import { recordId } from '../lib/recordId'
import { employerRoute } from './employer'
import { ask } from './frame/ask'
import { drawnWith, lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

const CensusFilesPage = lazyPart(() => import('../features/census/CensusFilesPage'), 'CensusFilesPage')
const CensusFilePage = lazyPart(() => import('../features/census/file/CensusFilePage'), 'CensusFilePage')
const ChangeSetPage = lazyPart(() => import('../features/census/changeSet/ChangeSetPage'), 'ChangeSetPage')
const FixRowsPage = lazyPart(() => import('../features/census/fixing/FixRowsPage'), 'FixRowsPage')
const ReviewPage = lazyPart(() => import('../features/census/review/ReviewPage'), 'ReviewPage')

const fileFilters = ['status', 'ready', 'errors', 'from', 'to', 'uploader', 'group'] as const
type FileFilter = (typeof fileFilters)[number]

type FilesSearch = ReturnType<ReturnType<typeof listSearch<FileFilter>>> & {
  /** The file that a link asks to be open. */
  expandedfileid?: number | undefined
}

/**
 * The file of the link is the list's expanded row from here on. The link's own parameter is named all the same: the router would
 * keep it in the address, and it would open the row again whenever one closes it.
 */
function filesSearch(raw: RawSearch): FilesSearch {
  return {
    ...listSearch(...fileFilters)({ ...raw, row: raw.row ?? raw.expandedfileid }),
    expandedfileid: undefined,
  }
}

/** The files of a group, or of all, with the one that the address asks for. */
function firstFiles(employerId: number | undefined, raw: RawSearch) {
  const search = filesSearch(raw)
  return firstRows(fileListing(employerId, recordId(String(search.row))), search)
}

export const censusFilesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files',
  validateSearch: filesSearch,
  loader: ({ context, location }) => ask(context.queryClient, firstFiles(undefined, location.search)),
  component: drawnWith([CensusFilesPage], () => <CensusFilesPage />),
})

export const censusFileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId',
  validateSearch: panelSearch,
  loader: asksFile,
  component: drawnWith([CensusFilePage], function CensusFile() {
    return <CensusFilePage id={fileId(censusFileRoute.useParams())} />
  }),
})

/** What a file will change, or has changed. */
export const changeSetRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId/changes',
  validateSearch: listSearch('kind'),
  loader: asksFile,
  component: drawnWith([ChangeSetPage], function ChangeSet() {
    return <ChangeSetPage id={fileId(changeSetRoute.useParams())} />
  }),
})

/** The rows of a file that something is wrong with. */
export const fixRowsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId/fix',
  validateSearch: panelSearch,
  loader: asksFile,
  component: drawnWith([FixRowsPage], function FixRows() {
    return <FixRowsPage id={fileId(fixRowsRoute.useParams())} />
  }),
})

/** Rows of a file beside the members they may be. */
export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId/review',
  validateSearch: panelSearch,
  loader: asksFile,
  component: drawnWith([ReviewPage], function Review() {
    return <ReviewPage id={fileId(reviewRoute.useParams())} />
  }),
})

function asksFile({
  context,
  params,
}: {
  context: { queryClient: QueryClient }
  params: { fileId: string }
}): Promise<void> {
  const id = fileId(params)
  return ask(context.queryClient, id !== undefined && file(id))
}

function fileId(params: { fileId: string }): number | undefined {
  return recordId(params.fileId)
}

/** Below the header of a group. */
export const groupCensusFilesRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/census-files',
  validateSearch: filesSearch,
  loader: ({ context, params, location }) => ask(context.queryClient, firstFiles(params.employerId, location.search)),
  component: drawnWith([CensusFilesPage], function GroupCensusFiles() {
    const { employerId } = groupCensusFilesRoute.useParams()
    return <CensusFilesPage employerId={employerId} />
  }),
})
