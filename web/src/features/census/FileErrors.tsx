/** The errors of a file as a count that opens to what they are, and leads to the ways out: fixing rows, or another upload while that is possible. */
import { counted } from '../../lib/money'
import { useCan } from '../../session/session'
import { Button, AddressButton } from '../../ui/Button'
import { usePanels } from '../../ui/panel/usePanels'
import { TagPopover } from '../../ui/TagPopover'
import { filePart, taskPanelId } from './addresses'
import type { CensusFile } from './queries'
import { errorCount, fileErrors, taskKinds } from './words'

export function FileErrors({ file }: { file: CensusFile }) {
  const can = useCan()
  const { open } = usePanels()
  const errors = fileErrors(file)
  if (errors.length === 0) return null
  const validation = file.Tasks.find(({ Task, Data }) => Task === taskKinds.validate && Data.RecordsWithErrorsCount > 0)
  return (
    <TagPopover
      title="File Errors"
      lines={errors}
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
