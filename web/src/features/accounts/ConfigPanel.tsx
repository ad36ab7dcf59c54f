/** The configuration of an ERP account, drawn from the settings of its system. */
import { useQuery } from '@tanstack/react-query'
import { erpAccounts } from '../../api/choices'
import type { Query } from '../../lib/query'
import type { FieldProps } from '../../ui/fields/frame'
import { SecretField } from '../../ui/fields/SecretField'
import { SelectField } from '../../ui/fields/SelectField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import type { PanelTabsProps } from '../../ui/panel/PanelTabs'
import { askingTabs } from '../../ui/panel/unsaved'
import { ConfigNotes } from './ConfigNotes'
import { SettingField, TestedFields, useConnectionTest } from './ConnectionTest'
import { accountsKey, type Account, type WithSecret } from './queries'

const secretName = 'ClientSecret'

/** A setting by its name on the wire. Its field takes half a row, unless it says otherwise. */
interface Setting<Name extends string> extends Pick<FieldProps, 'placeholder' | 'optional' | 'span'> {
  name: Name
  label: string
}

/** The secret among the settings, which the server sends only to be edited. */
interface Secret extends Pick<FieldProps, 'help' | 'span'> {
  name: typeof secretName
  /** Whether it has several lines. */
  lines?: boolean
}

export interface ConfigSection<Name extends string> {
  title?: string
  settings: readonly (Setting<Name> | Secret)[]
}

/** What the server knows of a configuration, apart from its secret. */
type StoredConfig<Name extends string> = { Id: number; Version: number; ApiServiceId: number } & {
  [Key in Name]?: string | null
}

type Values<Name extends string> = Record<Name | typeof secretName, string> & { ApiServiceId: number | null }

/** What the configurations of a system hold, and how they are read and saved. */
export interface ConfigKind<Name extends string, Config extends StoredConfig<Name>> {
  /** The records of its history. */
  subject: string
  /** The label of the account it belongs to. */
  account: string
  sections: readonly [ConfigSection<Name>, ...ConfigSection<Name>[]]
  secretOf: (config: Config) => Query<WithSecret<Config>>
  save: (id: number | undefined, body: Values<Name> & { Version: number | null }) => Promise<Config>
  /** The name of a configuration in the notice after a save. */
  name: string
}

interface ConfigPanelProps<Name extends string, Config extends StoredConfig<Name>> {
  kind: ConfigKind<Name, Config>
  account: Account
  /** Absent before its first save. */
  config: Config | undefined
  tabs: PanelTabsProps
}

export function ConfigPanel<Name extends string, Config extends StoredConfig<Name>>({
  kind,
  account,
  config,
  tabs,
}: ConfigPanelProps<Name, Config>) {
  const form = useApiForm({
    key: `${kind.subject} ${account.Id}`,
    blank: valuesOf(kind.sections, account.Id),
    load: config && kind.secretOf(config),
    toValues: ({ config, secret }) => valuesOf(kind.sections, config.ApiServiceId, config, secret),
    save: (values) => kind.save(config?.Id, { ...values, Version: config?.Version ?? null }),
    refresh: [accountsKey],
    saved: `The ${kind.name} has been ${config ? 'updated' : 'created'}.`,
  })
  const test = useConnectionTest(account, form)
  const [first, ...others] = kind.sections
  // It stands above the first title, or among the settings that have none.
  const ownAccount = <AccountField label={kind.account} isSaved={config !== undefined} />
  return (
    <FormPanel
      form={form}
      title="API Service"
      context={account.Name}
      tabs={askingTabs(tabs, form.dirty)}
      action="Save"
      note={
        (config || account.TokenExpiry) && <ConfigNotes account={account} test={config && test} dirty={form.dirty} />
      }
      history={config && { subject: kind.subject, id: config.Id }}
    >
      <TestedFields value={test.known}>
        {first.title && <FormSection>{ownAccount}</FormSection>}
        <FormSection title={first.title}>
          {!first.title && ownAccount}
          <Settings of={first} />
        </FormSection>
        {others.map((section) => (
          <FormSection key={section.title} title={section.title}>
            <Settings of={section} />
          </FormSection>
        ))}
      </TestedFields>
    </FormPanel>
  )
}

/** The values of a configuration; a setting without one is an empty text. */
function valuesOf<Name extends string>(
  sections: readonly ConfigSection<Name>[],
  ApiServiceId: number,
  config?: StoredConfig<Name>,
  secret = '',
): Values<Name> {
  const names = sections.flatMap(({ settings }) => settings.map(({ name }) => name))
  const texts = names.map((name) => [name, name === secretName ? secret : (config?.[name as Name] ?? '')])
  return { ...(Object.fromEntries(texts) as Record<Name | typeof secretName, string>), ApiServiceId }
}

function AccountField({ label, isSaved }: { label: string; isSaved: boolean }) {
  const accounts = useQuery(erpAccounts)
  const options = (accounts.data?.Data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  return (
    <SelectField
      name="ApiServiceId"
      label={label}
      options={options}
      query={accounts}
      span={3}
      locked={isSaved && 'Cannot change after the first save.'}
    />
  )
}

function Settings<Name extends string>({ of: { settings } }: { of: ConfigSection<Name> }) {
  return settings.map((setting) =>
    setting.name === secretName ? (
      <SecretField key={secretName} label="Client Secret" {...(setting as Secret)} />
    ) : (
      <SettingField key={setting.name} span={3} {...setting} />
    ),
  )
}
