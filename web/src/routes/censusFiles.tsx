/** Census files: of all groups, of one group, and one file. A link may ask for a file to be open: `?expandedfileid=7`. */
import { createRoute } from '@tanstack/react-router'
import { listSearch, panelSearch, type RawSearch } from '../lib/list'
import { recordId } from '../lib/recordId'
import { employerRoute } from './employer'
import { lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

const CensusFilesPage = lazyPart(() => import('../features/census/CensusFilesPage'), 'CensusFilesPage')
const CensusFilePage = lazyPart(() => import('../features/census/file/CensusFilePage'), 'CensusFilePage')
const ChangeSetPage = lazyPart(() => import('../features/census/changeSet/ChangeSetPage'), 'ChangeSetPage')
const FixRowsPage = lazyPart(() => import('../features/census/fixing/FixRowsPage'), 'FixRowsPage')
const ReviewPage = lazyPart(() => import('../features/census/review/ReviewPage'), 'ReviewPage')

type FilesSearch = ReturnType<ReturnType<typeof listSearch<'ready' | 'errors'>>> & {
  /** The file that a link asks to be open. */
  expandedfileid?: number | undefined
}

/**
 * The file of the link is the list's expanded row from here on. The link's own parameter is named all the same: the router would
 * keep it in the address, and it would open the row again whenever one closes it.
 */
function filesSearch(raw: RawSearch): FilesSearch {
  return { ...listSearch('ready', 'errors')({ ...raw, row: raw.row ?? raw.expandedfileid }), expandedfileid: undefined }
}

export const censusFilesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files',
  validateSearch: filesSearch,
  component: () => <CensusFilesPage />,
})

export const censusFileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId',
  validateSearch: panelSearch,
  component: function CensusFile() {
    return <CensusFilePage id={fileId(censusFileRoute.useParams())} />
  },
})

/** What a file will change, or has changed. */
export const changeSetRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId/changes',
  validateSearch: listSearch('kind'),
  component: function ChangeSet() {
    return <ChangeSetPage id={fileId(changeSetRoute.useParams())} />
  },
})

/** The rows of a file that something is wrong with. */
export const fixRowsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId/fix',
  validateSearch: panelSearch,
  component: function FixRows() {
    return <FixRowsPage id={fileId(fixRowsRoute.useParams())} />
  },
})

/** Rows of a file beside the members they may be. */
export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/census-files/$fileId/review',
  validateSearch: panelSearch,
  component: function Review() {
    return <ReviewPage id={fileId(reviewRoute.useParams())} />
  },
})

function fileId(params: { fileId: string }): number | undefined {
  return recordId(params.fileId)
}

/** Below the header of a group. */
export const groupCensusFilesRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/census-files',
  validateSearch: filesSearch,
  component: function GroupCensusFiles() {
    const { employerId } = groupCensusFilesRoute.useParams()
    return <CensusFilesPage employerId={employerId} />
  },
})
