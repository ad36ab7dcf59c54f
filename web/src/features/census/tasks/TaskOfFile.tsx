/** The frame of a page about one task of a census file: the file is asked for, and a file without the task says why it has none. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isMissing } from '../../../lib/failure'
import { Answered } from '../../../ui/state/Answered'
import { EmptyState } from '../../../ui/state/EmptyState'
import { IconFileSpreadsheet } from '../../../ui/icons'
import { PageHeader } from '../../../ui/page/PageHeader'
import { file as fileQuery, type CensusFile, type CensusTask } from '../queries'
import { MissingFile } from '../file/MissingFile'
import { taskKinds } from '../words'

export interface TaskPageProps {
  file: CensusFile
  task: CensusTask
}

interface TaskOfFileProps {
  /** Of the file; nothing when the address names none. */
  id: number | undefined
  kind: keyof typeof taskKinds
  /** Said of a file of several groups, which has no such task. */
  none: string
  children: (props: TaskPageProps) => ReactNode
}

export function TaskOfFile({ id, ...rest }: TaskOfFileProps) {
  if (id === undefined) return <EmptyState icon={IconFileSpreadsheet} title="Select a census file to view details" />
  return <KnownFile id={id} {...rest} />
}

function KnownFile({ id, kind, none, children }: TaskOfFileProps & { id: number }) {
  const query = useQuery(fileQuery(id))
  if (query.data === undefined && isMissing(query.error)) return <MissingFile />
  return (
    <>
      {query.isError && query.data === undefined && (
        <PageHeader title="File" crumbs={[{ label: 'Census Files', to: '/census-files' }]} />
      )}
      <Answered query={query} what="the file">
        {(file) => {
          const task = file.Tasks.find(({ Task }) => Task === taskKinds[kind])
          return task ? (
            children({ file, task })
          ) : (
            <EmptyState title={none}>It is split into a file for each group.</EmptyState>
          )
        }}
      </Answered>
    </>
  )
}
