/** A group from its beginning to its end. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { journey } from '../support/journey'
import type { Visitor } from '../support/visitor'

const name = 'Quillfeather Press'
const alert = 'Do not bill before the roster is final.'
const aside = 'New HR contact from December'

async function addContact(page: GroupPage, visitor: Visitor): Promise<void> {
  await page.choose(name, 'Add Contact')
  const panel = await page.panel('Create Contact')
  await panel.fill({ 'First name': 'Marisol', 'Email address': 'marisol@example.com', Department: 'Human Resources' })
  await panel.press('Save contact')
  // Without a last name nothing is saved, and the panel stays.
  await panel.root.getByText('Last Name is required.').waitFor()
  await visitor.look('contact without a last name')
  await panel.fill({ 'Last name': 'Tennant' })
  await panel.press('Save contact')
  await panel.closed()
  await page.noticed('The contact has been added for the group.')
  await page.card('Contacts').getByText('Human Resources').waitFor()
}

async function addNote(page: GroupPage, text: string, type: 'General' | 'Alert'): Promise<void> {
  await page.choose(name, 'Add Note')
  const panel = await page.panel('Create Note')
  await panel.fill({ Note: text })
  await panel.pick('Type', type)
  await panel.press('Save note')
  await panel.closed()
  await page.noticed('The note has been created.')
}

async function writeAndDeleteNotes(page: GroupPage, visitor: Visitor): Promise<void> {
  await addNote(page, aside, 'General')
  await addNote(page, alert, 'Alert')
  await page.card('Alerts').getByText(alert).waitFor()
  await page.noteAction(aside, 'Edit')
  const panel = await page.panel('Edit Note')
  await panel.fill({ Note: `${aside}, she says` })
  await panel.press('Save note')
  await panel.closed()
  await page.noticed('The note has been updated.')
  await visitor.look('overview with contact, notes and alert')
  await page.noteAction(`${aside}, she says`, 'Delete')
  await (await page.panel('Delete Note')).press('Delete Note')
  await page.noticed('Note has been deleted.')
  await page.card('Notes').getByText(`${aside}, she says`).waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      page
        .card('Notes')
        .getByRole('button', { name: /^Actions for the note/ })
        .count(),
    )
    .toBe(1)
}

async function editFromHead(page: GroupPage): Promise<void> {
  await page.button('Edit').first().click()
  const panel = await page.panel('Edit Group')
  await panel.choose('Human resources', 'Marisol Tennant')
  await panel.switchOn('Collect insurance')
  await panel.press('Save group')
  await panel.closed()
  await page.noticed('The group has been updated successfully!')
  await page.card('Contacts').getByText('HR', { exact: true }).waitFor()
}

async function syncInsurance(page: GroupPage): Promise<void> {
  await page.choose(name, 'Sync Insurance')
  const panel = await page.panel('Sync Insurance')
  await panel.press('Sync Insurance')
  await panel.closed()
  await page.noticed('Insurance has been synced.')
  await page.card('Info').getByText('Insurance synced').waitFor()
}

async function addMember(page: GroupPage): Promise<void> {
  await page.openTab(name, 'Members')
  await page.page.getByRole('link', { name: '1 alert' }).waitFor()
  const panel = await page.openPanel('New Member', 'Create Member')
  await panel.fill({ 'First name': 'Ottoline', 'Last name': 'Wexcombe' })
  await panel.fillDay('Date of birth', '09/02/1979')
  await panel.press('Save member')
  await panel.closed()
  await page.noticed('The member has been created successfully!')
}

async function terminate(page: GroupPage, visitor: Visitor): Promise<void> {
  await page.choose(name, 'Terminate Group')
  const panel = await page.panel('Terminate Group')
  await panel.root.getByText(/^The one active member ends on/).waitFor()
  await visitor.look('terminate group')
  await panel.press('Terminate Group')
  await panel.closed()
  await page.noticed('The group has been terminated.')
  await page
    .row('Wexcombe, Ottoline')
    .getByText(/^(Pending )?In-Active$/)
    .waitFor()
  await expect.poll(() => page.button('New Member').isDisabled()).toBe(true)
  await page.page.getByText('Inactive', { exact: true }).first().waitFor()
  await visitor.look('terminated group')
}

async function readHistory(page: GroupPage, visitor: Visitor): Promise<void> {
  await page.openTab(name, 'History')
  for (const text of ['Group created', 'Group changed', 'Insurance synced', 'Group terminated'])
    await page.row(text).first().waitFor()
  await visitor.look('history of the group')
}

journey('a group is created, written about, changed, synced and ended', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example', undefined, '/employers')
  const groups = new GroupsPage(visitor)
  await groups.create({
    name,
    code: 'QUILL-1',
    broker: 'Juniper Benefit Advisors',
    effective: '01/01/2026',
    rate: '49',
  })
  await groups.openGroup(name)
  const page = new GroupPage(visitor)
  for (const text of [
    'There are no contacts for this group.',
    'There are no notes for this group.',
    'There are no users to display.',
  ])
    await visitor.page.getByText(text).waitFor()
  await addContact(page, visitor)
  await writeAndDeleteNotes(page, visitor)
  await editFromHead(page)
  await syncInsurance(page)
  await addMember(page)
  await terminate(page, visitor)
  await readHistory(page, visitor)
  await page.go('Audit')
  await page.row('Group terminated').first().waitFor()
  await visitor.look('audit')
})
