/** Access keys: with one of them a program calls the API as its user. The text of a key is shown once. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentDate } from '../../lib/format/dates'
import { Button } from '../../ui/action/Button'
import { NumberField } from '../../ui/fields/NumberField'
import { TextField } from '../../ui/fields/TextField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { FormPanel } from '../../ui/panel/FormPanel'
import { usePanels } from '../../ui/panel/usePanels'
import { SecretText } from '../../ui/value/SecretText'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { KeptPanel } from './KeptPanel'
import { accessKeys, makeAccessKey, revokeAccessKey, type AccessKey } from './queries'

export function AccessKeys({ isOwn }: { isOwn: boolean }) {
  const keys = useQuery(accessKeys)
  const { open } = usePanels()
  return (
    <Widget
      title="Access keys"
      query={keys}
      empty="There are no access keys to display."
      action={
        isOwn && (
          <Button small onClick={() => open('key')}>
            New key
          </Button>
        )
      }
    >
      {keys.data?.map((key) => (
        <WidgetRow key={key.Id} title={key.Name} facts={factsOf(key)} end={isOwn && <Revoke entry={key} />} />
      ))}
    </Widget>
  )
}

function factsOf({ Prefix, ExpiresOn, LastUsedOn }: AccessKey): string {
  return `${Prefix}… until ${momentDate(ExpiresOn)}, ${LastUsedOn ? `last used ${momentDate(LastUsedOn)}` : 'never used'}`
}

function Revoke({ entry }: { entry: AccessKey }) {
  return (
    <Button small kind="danger-plain" aria-label={`Revoke ${entry.Name}`} onClick={() => askToRevoke(entry)}>
      Revoke
    </Button>
  )
}

function askToRevoke({ Id, Name, Prefix, CreatedOn, ExpiresOn, LastUsedOn }: AccessKey): void {
  confirmFirst({
    title: 'Revoke access key',
    question: `Revoke the access key ${Name}?`,
    detail: 'Programs that use it are refused from now on. It cannot be brought back.',
    facts: [
      { term: 'Begins with', value: Prefix },
      { term: 'Made on', value: momentDate(CreatedOn) },
      { term: 'Valid until', value: momentDate(ExpiresOn) },
      { term: 'Last used', value: momentDate(LastUsedOn) || 'Never' },
    ],
    factsTitle: 'What you revoke',
    action: 'Revoke key',
    destroys: true,
    run: () => revokeAccessKey(Id),
    saved: 'The access key has been revoked.',
    refresh: [accessKeys.queryKey],
  })
}

export function AccessKeyPanel() {
  const [made, setMade] = useState<AccessKey>()
  const form = useApiForm({
    key: 'access key new',
    blank: { Name: '', Days: 90 as number | null },
    save: makeAccessKey,
    refresh: [accessKeys.queryKey],
    onSaved: setMade,
  })
  if (made) {
    return (
      <KeptPanel
        title="New access key"
        context={`${made.Name}, until ${momentDate(made.ExpiresOn)}`}
        what="the access key"
        kept="I have kept it"
        note="This is the only time the key is shown."
      >
        <SecretText label="Access key" lines={[made.Key ?? '']} />
        <p>
          Send it with every call as <code>Authorization: Bearer</code> and the key. It may do what you may do, and no
          more.
        </p>
      </KeptPanel>
    )
  }
  return (
    <FormPanel
      form={form}
      title="New access key"
      context="For a program that calls the API as you"
      action="Make key"
      stays
    >
      <FormSection>
        <TextField name="Name" help="What it is for, so that you know it again." span={4} />
        <NumberField name="Days" label="Valid for" suffix=" days" min={1} max={365} help="1 to 365 days." span={2} />
      </FormSection>
    </FormPanel>
  )
}
