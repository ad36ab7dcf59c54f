/** The questions that a file asks before it is imported, each with a yes and a no, and the answers that were given. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moment } from '../../../lib/format/dates'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { orNotice } from '../../../ui/toast/toasts'
import { censusKey } from '../busy'
import type { CensusFile } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { answerQuestion, type FileQuestion } from './queries'
import { answers, answerText, isOpenOffer, whyAsked } from './questions'

/** All of them, or those of one kind. */
export function Questions({ file, kind }: { file: CensusFile; kind?: string }) {
  const shown = file.Questions.filter(({ Kind }) => kind === undefined || Kind === kind)
  return shown.map((question) => <Question key={question.Id} file={file} question={question} />)
}

/** The file that the lines in question were left out of. */
function fileOfLines(file: CensusFile, { Kind }: FileQuestion): number | undefined {
  if (Kind === 'LeftOut') return file.Id
  return Kind === 'LeftOutOfWhole' ? (file.ParentFileId ?? undefined) : undefined
}

function Question({ file, question }: { file: CensusFile; question: FileQuestion }) {
  const can = useCan()
  const { open } = usePanels()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const mayAnswer = can('EditCensus') && whyLocked(file) === false
  const give = (answer: boolean) => {
    setBusy(true)
    orNotice(
      answerQuestion(file.Id, question.Id, answer).finally(() => {
        setBusy(false)
        void client.invalidateQueries({ queryKey: censusKey })
      }),
    )
  }
  const lines = fileOfLines(file, question)
  const isOpen = typeof question.Answer !== 'boolean'
  return (
    <Note kind={question.Holds || isOpenOffer(question) ? 'warn' : 'ok'} title={question.Question} ownLine>
      {isOpen ? whyAsked(question) : answerText(question, moment)}
      <ButtonRow>
        {lines !== undefined && (
          <Button small onClick={() => open('left-out', lines)}>
            Show Lines
          </Button>
        )}
        {mayAnswer &&
          answers(question).map(({ says, answer }) => (
            <Button key={says} small busy={busy} onClick={() => give(answer)}>
              {says}
            </Button>
          ))}
      </ButtonRow>
    </Note>
  )
}
