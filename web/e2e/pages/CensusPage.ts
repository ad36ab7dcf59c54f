/** Census files: uploading one, running its tasks and watching them, and processing it. */
import type { Locator } from 'playwright-core'
import type { Panel } from './Panel'
import { Screen } from './Screen'

export interface Upload {
  name: string
  content: string | Buffer
}

export class CensusPage extends Screen {
  /** Uploads a file for the group whose files are shown. */
  async upload(upload: Upload, effective: string): Promise<void> {
    const panel = await this.openPanel('Upload', 'Upload Census File')
    await this.choose(panel, upload)
    await panel.fillDay('Global effective date', effective)
    await this.visitor.look('upload census file')
    await panel.press('Upload File')
    await panel.closed()
    await this.noticed('Your file has been uploaded!')
  }

  /** Goes to the files of all groups. */
  async goToAll(): Promise<void> {
    await this.entry('Census Files').click()
    await this.heading('Files').waitFor()
  }

  /** Uploads a file of several groups, on the page of all files. */
  async uploadMultiGroup(upload: Upload, effective: string): Promise<void> {
    const panel = await this.openPanel('Upload', 'Upload Census File')
    await panel.pick('Kind of file', 'Multi-group')
    await this.choose(panel, upload)
    await panel.fillDay('Global effective date', effective)
    await this.visitor.look('upload a file of several groups')
    await panel.press('Upload File')
    await panel.closed()
    await this.noticed('Your file has been uploaded!')
  }

  /** Opens the file that a file of several groups was split into for one of them. */
  async openPart(group: string): Promise<void> {
    await this.page.getByRole('region', { name: 'Files of the groups' }).getByRole('link', { name: group }).click()
    await this.page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(group).waitFor()
  }

  /** Opens a file of several groups; its parts have its name as well. */
  async openWhole(fileName: string): Promise<void> {
    await this.row(fileName).filter({ hasText: 'Multi-group' }).getByRole('link').first().click()
    await this.page.getByRole('region', { name: 'Files of the groups' }).waitFor()
  }

  /** From a page of its own back to the file. */
  async back(fileName: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: fileName, exact: true })
      .click()
    await this.page.getByRole('list', { name: `Tasks of ${fileName}` }).waitFor()
  }

  /** Sends a file that is refused; the panel stays open and says why at the field. */
  async tryUpload(panel: Panel, upload: Upload, reason: string): Promise<void> {
    await this.choose(panel, upload)
    await panel.press('Upload File')
    await panel.root.getByText(reason).waitFor()
  }

  private async choose(panel: Panel, { name, content }: Upload): Promise<void> {
    await panel.root
      .getByLabel('Census file', { exact: true })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  }

  async openFile(fileName: string): Promise<void> {
    await this.row(fileName).getByRole('link').first().click()
    await this.page.getByRole('list', { name: `Tasks of ${fileName}` }).waitFor()
  }

  /** Waits until the screen, by itself, shows that a task is done. */
  async isDone(task: string, says: string | RegExp): Promise<void> {
    await this.page
      .getByRole('listitem')
      .filter({ hasText: `${task} (done)` })
      .filter({ hasText: says })
      .waitFor()
  }

  /** Waits until the page shows how the file is read, with a person as it will be read. */
  async isReadAs(name: string): Promise<void> {
    await this.page.getByRole('region', { name: 'Reading' }).getByText(name).first().waitFor()
  }

  async runTask(task: string, says: string | RegExp): Promise<void> {
    await this.startTask(task)
    await this.isDone(task, says)
  }

  async startTask(task: string): Promise<void> {
    await this.heading2(task)
    const panel = await this.openPanel('Run Task', 'Run Task')
    await panel.press('Start Task')
    await panel.closed()
  }

  /** Goes back to a task that is done. */
  async showTask(task: string): Promise<void> {
    await this.page.getByRole('listitem').filter({ hasText: task }).getByRole('button').click()
    await this.heading2(task)
  }

  /** What the inspected file will change, on its own page; gives what is said of the next bill. */
  async openChanges(): Promise<Locator> {
    await this.page.getByRole('link', { name: 'View Changes' }).click()
    await this.heading('What this file will change').waitFor()
    return this.page.getByRole('region', { name: /^Next bill/ })
  }

  /** Processes an inspected file: what it will change is shown first, and it is processed from there. */
  async process(fileName: string, says: string | RegExp): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Process File' }).click()
    await this.processLooked(fileName, says)
  }

  /** Looks at what a file will change, processes it there, and goes back to the file. */
  private async processLooked(fileName: string, says: string | RegExp): Promise<void> {
    await this.heading('What this file will change').waitFor()
    const panel = await this.openPanel('Process', 'Process File')
    await panel.press('Process File')
    await panel.closed()
    await this.noticed('These files have been queued for processing.')
    await this.back(fileName)
    await this.isDone('Process Data', says)
  }

  /** Processes a file whose changes were looked at, on its own page. */
  async processAfterLook(says: string | RegExp): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Process File' }).click()
    const panel = await this.panel('Process File')
    await this.visitor.look('process file')
    await panel.press('Process File')
    await panel.closed()
    await this.noticed('These files have been queued for processing.')
    await this.isDone('Process Data', says)
  }

  /**
   * Uploads a file and processes it without looking at its tasks one by one, but at what it will change.
   * Confirms `endings`, the number of members to end, when the guard waits for it.
   */
  async import(upload: Upload, effective: string, says: string, endings?: number): Promise<void> {
    await this.upload(upload, effective)
    await this.openFile(upload.name)
    await this.isDone('Map Data', 'Columns are mapped')
    const panel = await this.openPanel('Process File', 'Process File')
    await panel.press('Process File')
    await this.noticed('These files have been queued for processing.')
    if (endings !== undefined) {
      await this.confirmEndings(endings)
    }
    await this.processLooked(upload.name, says)
  }

  /** Types the number of members to end, on the page of what a file will change. */
  private async confirmEndings(endings: number): Promise<void> {
    const panel = await this.openPanel('Confirm', 'Confirm Endings')
    await panel.fill({ 'Members to end': String(endings) })
    await panel.press('Confirm')
    await panel.closed()
    await this.noticed('The file has been updated successfully!')
  }

  /** The task that is shown below the pipeline. */
  private async heading2(task: string): Promise<void> {
    await this.page.getByRole('heading', { level: 2, name: task }).waitFor()
  }
}
