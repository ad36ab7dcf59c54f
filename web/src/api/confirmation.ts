/** Calls that the server refuses until the password has been given again: it is asked for in place, and the call is sent once more. */
import { isEnvelope } from './errors'

/** Asks the person; true when the server has taken the answer. */
type Asker = () => Promise<boolean>

let asker: Asker | undefined
let asking: Promise<boolean> | undefined

/** Names who asks; gives back how to stop. */
export function onConfirmationNeeded(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** Several calls at once are one question. */
function ask(by: Asker): Promise<boolean> {
  asking ??= by().finally(() => (asking = undefined))
  return asking
}

async function needsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return isEnvelope(body) && body.Errors.some(({ Key }) => Key === 'Confirmation')
}

/** Sends a request, and once more after a confirmation that it needs. Files are sent once: no upload needs one. */
export async function sendConfirmed(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/') ?? false
  const again = isForm ? undefined : request.clone()
  const response = await send(request)
  if (!again || !asker || !(await needsConfirmation(response))) return response
  return (await ask(asker)) ? send(again) : response
}
