/**
 * The test of an account over there: what every setting names stands below its field, and what is wrong with it as its error. It is made
 * of what is stored, so that changes have to be saved first.
 */
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { failureMessage, type FieldError } from '../../lib/failure'
import { counted } from '../../lib/format/money'
import { Button } from '../../ui/action/Button'
import { TextField } from '../../ui/fields/TextField'
import type { FieldProps } from '../../ui/fields/frame'
import { IconPlug } from '../../ui/icons'
import { Note, type NoteKind } from '../../ui/state/Note'
import { accountsKey, testConnection, tokensKey, type Account } from './queries'

/** What is known of a field: its name over there, or why it has none. */
type Known = ReadonlyMap<string, string>

const Fields = createContext<Known>(new Map())

interface Result {
  kind: NoteKind
  title: string
  text: string
  known: Known
}

/** The parts of a form that a test needs. */
interface TestedForm {
  dirty: boolean
  tell: (messages: readonly FieldError[]) => void
}

const unknown: Known = new Map()

export function useConnectionTest({ Id, ServiceType }: Pick<Account, 'Id' | 'ServiceType'>, form: TestedForm) {
  const system = ServiceType === 'netsuite' ? 'NetSuite' : 'QuickBooks'
  const client = useQueryClient()
  const [running, setRunning] = useState(false)
  const [result, setResult] = useState<Result>()
  const run = async () => {
    setRunning(true)
    setResult(undefined)
    form.tell([])
    try {
      const { found, wrong } = await testConnection(Id)
      form.tell(wrong.map(outsideOfTheForm))
      setResult(resultOf(system, found, wrong))
    } catch (failure) {
      setResult({ kind: 'bad', title: 'The test could not be made.', text: failureMessage(failure), known: unknown })
    } finally {
      setRunning(false)
    }
    // The sign-in of a test gives new tokens.
    await Promise.all([accountsKey, tokensKey].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return {
    system,
    running,
    result: form.dirty ? undefined : result,
    run: () => void run(),
    known: form.dirty || !result ? unknown : result.known,
  }
}

/** A test of an account, and what came of it. */
export type ConnectionTest = ReturnType<typeof useConnectionTest>

/** The address is edited in the other tab. */
function outsideOfTheForm({ Key, Message }: FieldError): FieldError {
  return Key === 'ApiBaseUrl' ? { Key: '', Message: `Base URL: ${Message}` } : { Key, Message }
}

function resultOf(
  system: string,
  { IsSignedIn, Named, Unknown }: Awaited<ReturnType<typeof testConnection>>['found'],
  wrong: readonly FieldError[],
): Result {
  const known = new Map([...Named, ...Unknown].map(({ Key, Text }) => [Key, Text]))
  const named = `${counted(Named.length, 'setting')} ${Named.length === 1 ? 'was' : 'were'} found in ${system}.`
  if (!IsSignedIn) {
    return { kind: 'bad', title: 'Not connected.', text: 'What is wrong stands with its field.', known }
  }
  if (wrong.length > 0) {
    const problems = `${counted(wrong.length, 'setting')} ${wrong.length === 1 ? 'needs' : 'need'} attention.`
    return { kind: 'warn', title: `Connected. ${problems}`, text: named, known }
  }
  return { kind: 'ok', title: 'Connected.', text: named, known }
}

/** The button, and what has come of it. */
export function ConnectionTestNote({ test, dirty }: { test: ConnectionTest; dirty: boolean }) {
  const { system, result, running } = test
  return (
    <Note
      kind={result?.kind ?? 'info'}
      title={result?.title}
      live={result !== undefined}
      action={
        <Button small icon={IconPlug} busy={running} disabled={dirty} onClick={test.run}>
          Test Connection
        </Button>
      }
    >
      {result?.text ??
        (dirty
          ? 'Save your changes before you test: the test takes what is stored.'
          : `Signs in and looks up every setting in ${system}. It writes nothing there.`)}
    </Note>
  )
}

/** Makes what a test has found known to the fields. */
export const TestedFields = Fields

/** A setting: below it stands what it names over there, once that is known. */
export function SettingField({ help, ...props }: FieldProps) {
  const name = use(Fields).get(props.name)
  return <TextField {...props} help={name ?? help} />
}
