/** The errors of a file as a count that opens to what they are, and leads to the ways out: fixing rows, or another upload while that is possible. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count, counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button, AddressButton } from '../../../ui/action/Button'
import { usePanels } from '../../../ui/panel/usePanels'
import { TagPopover } from '../../../ui/value/TagPopover'
import { filePart, taskPanelId } from '../addresses'
import { findingTitle } from '../fixing/cells'
import { findings } from '../fixing/queries'
import type { CensusFile } from '../queries'
import { errorCount, fileErrors, taskKinds } from '../words'

export function FileErrors({ file }: { file: CensusFile }) {
  const errors = fileErrors(file)
  // Most files of a list have none, and ask nothing.
  return errors.length > 0 && <CountedErrors file={file} errors={errors} />
}

function CountedErrors({ file, errors }: { file: CensusFile; errors: ReturnType<typeof fileErrors> }) {
  const can = useCan()
  const { open } = usePanels()
  const [isOpen, setIsOpen] = useState(false)
  const validation = file.Tasks.find(({ Task, Data }) => Task === taskKinds.validate && Data.RecordsWithErrorsCount > 0)
  const { data: found } = useQuery({
    ...findings(file.Id, validation?.Id ?? 0),
    enabled: isOpen && validation !== undefined,
  })
  const kinds = (found ?? [])
    .filter(({ Severity }) => Severity === 'Error')
    .map((one) => ({ says: findingTitle(one), number: count(one.Records) }))
  return (
    <TagPopover
      title="File Errors"
      says={
        validation &&
        `${counted(validation.Data.RecordsWithErrorsCount, 'row')} of ${count(validation.Data.TotalRecords)}`
      }
      lines={kinds.length > 0 ? kinds : errors}
      onOpen={() => setIsOpen(true)}
      actions={
        can('EditCensus') && (
          <>
            {validation && (
              <AddressButton small kind="primary" to={filePart(file.Id, 'fix')}>
                Fix {counted(validation.Data.RecordsWithErrorsCount, 'row')}
              </AddressButton>
            )}
            {validation && (
              <Button small onClick={() => open('validation', taskPanelId(file.Id, validation.Id))}>
                View Validation
              </Button>
            )}
            {file.CanReplace && (
              <Button small onClick={() => open('census-reupload', file.Id)}>
                Re-Upload File
              </Button>
            )}
          </>
        )
      }
    >
      {errorCount(Math.max(file.ErrorCount, 1))}
    </TagPopover>
  )
}
