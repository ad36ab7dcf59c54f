/** Census files: of all groups, of one group, and one file. A link may ask for a file to be open: `?expandedfileid=7`. */
import { createRoute } from '@tanstack/react-router'
import { listSearch, panelSearch, type RawSearch } from '../lib/list'
import { employerRoute } from './employer'
import { lazyPart } from './lazyPart'
import { signedInRoute } from './signedIn'

const CensusFilesPage = lazyPart(() => import('../features/census/CensusFilesPage'), 'CensusFilesPage')
const CensusFilePage = lazyPart(() => import('../features/census/CensusFilePage'), 'CensusFilePage')

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
    const id = Number(censusFileRoute.useParams().fileId)
    return <CensusFilePage id={Number.isInteger(id) && id > 0 ? id : undefined} />
  },
})

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
