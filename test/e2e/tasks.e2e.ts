import type { Page } from '@playwright/test'
import type { Task } from '#contract/api/tasks.ts'
import { addUser, type ConsoleClient, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'

const rowsOf = (page: Page) => page.locator('[data-row]')
const newest = (client: ConsoleClient) => client.send<Task[]>('GET', '/api/task?page_size=20')

test('the async tasks show how each stands, and the whole of each', async ({ page, t, client }) => {
  const tasks = await newest(client)
  const made = tasks[2]
  const failed = tasks[4]
  await page.goto('/task')
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(rowsOf(page).first()).toContainText('60%')
  await expect(rowsOf(page).nth(2)).toContainText(t('tasks:seconds', { seconds: '43.0' }))
  await expect(rowsOf(page).nth(2)).toContainText('Suno')
  await expect(rowsOf(page).nth(5)).toContainText(t('tasks:status.SUBMITTING'))

  await page.getByRole('link', { name: `${t('tasks:open')}: ${made?.task_id}` }).click()
  const dialog = page.getByRole('dialog', { name: t('tasks:dialog.title', { id: made?.task_id }) })
  await expect(page).toHaveURL(`/task?row=${made?.id}`)
  await expect(dialog.getByText(`"task_id": "${made?.task_id}"`)).toBeVisible()
  await expect(dialog.getByText('Morning Shift', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('link', { name: t('tasks:clip.openAudio') })).toHaveAttribute(
    'href',
    'https://cdn.invalid/morning-shift.mp3',
  )
  await expect(dialog.getByText('Two long lines become as one').first()).toBeVisible()
  await dialog.getByRole('button', { name: t('table:steps.next') }).click()
  await expect(page.getByRole('dialog').getByText('run together as one line').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()

  await rowsOf(page)
    .getByText(failed?.fail_reason ?? '')
    .click()
  await expect(page.getByRole('dialog').getByText(failed?.fail_reason ?? '', { exact: true })).toBeVisible()
})

test('filters apply at once, are in the URL, and times are seconds', { tag: '@all' }, async ({ page, t, client }) => {
  const tasks = await newest(client)
  await page.goto('/task')
  await page
    .getByRole('combobox', { name: t('tasks:column.action'), exact: true })
    .selectOption({ label: t('tasks:action.LYRICS') })
  await expect(rowsOf(page)).toHaveCount(tasks.filter(({ action }) => action === 'LYRICS').length)
  await expect(page).toHaveURL('/task?action=LYRICS')
  await page
    .getByRole('combobox', { name: t('tasks:column.status'), exact: true })
    .selectOption({ label: t('tasks:status.FAILURE') })
  await expect(page.getByText(t('table:none.matching'), { exact: true })).toBeVisible()
  await page.goto('/task?status=FAILURE')
  await expect(rowsOf(page)).toHaveCount(1)

  const at = tasks[2]?.submit_time
  await page.goto(`/task?from=${at}&to=${at}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.goto(`/task?task_id=${tasks[3]?.task_id}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: t('tasks:filterId'), exact: true })).toHaveValue(
    tasks[3]?.task_id ?? '',
  )
})

test.describe('on a server of its own', () => {
  test.use({ start: 'empty', as: 'visitor' })

  test('users see their own tasks without channels', { tag: '@all' }, async ({ page, t, site, client }) => {
    const user = await addUser(site.url, client, 'singer')
    await site.addTasks(user.user.id, 1)
    await enterAs(page, site.url, user)
    await page.goto('/task')
    await expect(rowsOf(page)).toHaveCount(10)
    await expect(page.getByRole('columnheader', { name: t('tasks:column.channel'), exact: true })).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: t('logs:filter.channel') })).toHaveCount(0)
    await rowsOf(page)
      .first()
      .getByRole('link', { name: t('tasks:open') })
      .click()
    await expect(page.getByRole('dialog').getByText(t('tasks:dialog.raw'), { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: t('tasks:links.channel') })).toHaveCount(0)
  })
})
