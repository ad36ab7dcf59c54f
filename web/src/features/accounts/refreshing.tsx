/** New tokens because a person asks for them: what is asked before. */
import { IconHistory, IconKey } from '../../ui/icons'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { accountsKey, refreshToken, tokensKey, type AccountRow } from './queries'

export function confirmRefreshing(row: AccountRow, type: string): void {
  confirmFirst({
    title: 'Refresh API Token',
    context: row.Name,
    question: 'Are you sure you want to refresh the token of this service?',
    factsTitle: 'What is refreshed',
    facts: [
      { term: 'Name', value: row.Name },
      { term: 'Service Type', value: type },
      { term: 'Base URL', value: row.ApiBaseUrl },
    ],
    next: [
      {
        icon: IconKey,
        text:
          row.ServiceType === 'netsuite'
            ? 'NetSuite is signed in to anew with the private key and gives a new access token.'
            : 'New tokens take the place of the stored ones, which are good no longer.',
      },
      { icon: IconHistory, text: 'The refresh is kept in the History tab with your name.' },
    ],
    action: 'Refresh Token',
    run: () => refreshToken(row.Id),
    saved: { title: 'Success', message: 'The api token has been refreshed.' },
    errorNotice: 'There was an error refreshing this api token. See the logs for more details.',
    noticeStays: true,
    refresh: [accountsKey, tokensKey, ['audit']],
  })
}
