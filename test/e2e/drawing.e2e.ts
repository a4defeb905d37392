import type { Page } from '@playwright/test'
import type { Drawing } from '#contract/api/tasks.ts'
import { DASH } from '#web/lib/format.ts'
import { addUser, type ConsoleClient, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'

const rowsOf = (page: Page) => page.locator('[data-row]')
const newest = (client: ConsoleClient) => client.send<Drawing[]>('GET', '/api/mj?page_size=10')

test('the drawing log shows every kind of task, and the whole of each', async ({ page, t, client }) => {
  const drawings = await newest(client)
  const [running, , drawn, , , failed] = drawings
  await page.goto('/midjourney')
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(page.getByText(t('drawing:callback.off'))).toBeVisible()
  await expect(rowsOf(page).first()).toContainText('42%')
  await expect(rowsOf(page).first()).toContainText(t('drawing:status.IN_PROGRESS'))
  // Neither a duration nor a picture yet.
  await expect(rowsOf(page).first().getByText(DASH)).toHaveCount(2)
  await expect(rowsOf(page).nth(2)).toContainText(t('tasks:seconds', { seconds: '33.4' }))

  await page.getByRole('link', { name: t('drawing:picture.viewOf', { id: drawn?.mj_id }) }).click()
  const dialog = page.getByRole('dialog', { name: t('drawing:dialog.title', { id: drawn?.mj_id }) })
  await expect(dialog.getByRole('img', { name: drawn?.prompt })).toBeVisible()
  await expect(page).toHaveURL(`/midjourney?row=${drawn?.id}`)
  await dialog.getByRole('button', { name: t('drawing:picture.enlarge') }).click()
  await expect(dialog.getByRole('button', { name: t('drawing:picture.fit') })).toHaveAttribute('aria-pressed', 'true')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('link', { name: t('drawing:picture.save') }).click()
  expect((await saving).suggestedFilename()).toBe(`drawing-${drawn?.id}.svg`)

  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('k')
  await expect(page).toHaveURL(`/midjourney?row=${running?.id}`)
  await expect(page.getByRole('dialog').getByText(running?.prompt ?? '')).toBeVisible()
  const back = page.getByRole('dialog').getByRole('button', { name: t('table:steps.previous') })
  await expect(back).toHaveAccessibleDescription(t('table:steps.first'))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/midjourney')

  await page.getByRole('combobox', { name: t('drawing:column.status') }).selectOption(t('drawing:status.FAILURE'))
  await expect(page).toHaveURL('/midjourney?status=FAILURE')
  await expect(rowsOf(page).filter({ hasNotText: t('drawing:status.FAILURE') })).toHaveCount(0)
  await expect(rowsOf(page).first()).toContainText(failed?.fail_reason ?? '-')
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(10)

  await rowsOf(page)
    .getByText(failed?.fail_reason ?? '-')
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(failed?.fail_reason ?? '')).toBeVisible()
  await expect(page.getByRole('dialog').getByText(t('drawing:picture.noneLeft'))).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog').getByText(failed?.fail_reason ?? '')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('tasks:links.onlyChannel') })
    .click()
  await expect(page).toHaveURL(`/midjourney?channel=${failed?.channel_id}`)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test.describe('a picture that is gone', () => {
  test.use({ expectedErrors: /ERR_|status of 404|images\.invalid/ })

  test('leaves words in its place', { tag: '@all' }, async ({ page, t, client }) => {
    const gone = (await newest(client))[3]
    await page.route('https://images.invalid/**', (route) => route.fulfill({ status: 404 }))
    await page.goto(`/midjourney?row=${gone?.id}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(t('drawing:picture.failed'))).toBeVisible()
    await expect(dialog.getByRole('link', { name: t('drawing:picture.original') })).toHaveAttribute(
      'href',
      gone?.image_url ?? '',
    )
    const image = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'
    await page.unroute('https://images.invalid/**')
    await page.route('https://images.invalid/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: image }),
    )
    await dialog.getByRole('button', { name: t('drawing:picture.retry') }).click()
    await expect(dialog.getByRole('button', { name: t('drawing:picture.enlarge') })).toBeVisible()
  })
})

test('filters are in the URL, and times of drawings are milliseconds', { tag: '@all' }, async ({ page, t, client }) => {
  const third = (await newest(client))[2]
  await page.goto('/midjourney')
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('searchbox', { name: t('tasks:filterId'), exact: true }).fill(third?.mj_id ?? '')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page).toHaveURL(`/midjourney?mj_id=${third?.mj_id}`)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(1)

  const from = Math.floor((third?.submit_time ?? 0) / 1000)
  await page.goto(`/midjourney?from=${from}&to=${from}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.goto(`/midjourney?to=${from}`)
  await expect(rowsOf(page).first()).toContainText(t('drawing:status.SUCCESS'))
  await page.goto('/midjourney?channel=999999')
  await expect(page.getByText(t('table:none.matching'), { exact: true })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('table:filter.clear') })
    .last()
    .click()
  await expect(rowsOf(page)).toHaveCount(10)
})

test('what is under way is asked for again, and nothing else', { tag: '@all' }, async ({ page, client }) => {
  let done = false
  let calls = 0
  await page.route('**/api/mj?*', async (route) => {
    const reply = await (await route.fetch()).json()
    const [first] = reply.data
    calls += 1
    Object.assign(first, done ? { status: 'SUCCESS', progress: '100%' } : { progress: `${40 + calls}%` })
    await route.fulfill({ json: { ...reply, data: [first] } })
  })
  await page.clock.install()
  await page.goto('/midjourney')
  await expect(rowsOf(page).first()).toContainText('41%')
  await page.clock.runFor(5500)
  await expect(rowsOf(page).first()).toContainText('42%')
  done = true
  await page.clock.runFor(5500)
  await expect(rowsOf(page).first()).toContainText('100%')
  await page.clock.runFor(60_000)
  expect(calls).toBe(3)
  expect(client.user.role).toBe(100)
})

test.describe('on a server of its own', () => {
  test.use({ start: 'empty', as: 'visitor' })

  test('users see their own drawings without channels', { tag: '@all' }, async ({ page, t, site, client }) => {
    const user = await addUser(site.url, client, 'drawer')
    await enterAs(page, site.url, user)
    await page.goto('/midjourney')
    await expect(page.getByText(t('drawing:empty.title'), { exact: true })).toBeVisible()
    await site.addTasks(user.user.id, 1)
    await page.getByRole('button', { name: t('drawing:empty.action') }).click()
    await expect(rowsOf(page)).toHaveCount(10)
    for (const hidden of ['channel', 'code', 'status'] as const) {
      await expect(page.getByRole('columnheader', { name: t(`drawing:column.${hidden}`), exact: true })).toHaveCount(0)
    }
    await expect(page.getByRole('searchbox', { name: t('logs:filter.channel') })).toHaveCount(0)
    await expect(page.getByText(t('drawing:callback.off'))).toHaveCount(0)
    await expect(page.getByText(/12$/).first()).toBeVisible()
  })
})

test.describe('a server that fails', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('is told in place, with another try', { tag: '@all' }, async ({ page, t }) => {
    await page.route('**/api/mj?*', (route) => route.fulfill({ status: 500, json: { success: false } }))
    await page.goto('/midjourney')
    const failure = page.getByRole('alert').filter({ hasText: t('common:error.internal') })
    await expect(failure).toBeVisible()
    await page.unroute('**/api/mj?*')
    await failure.getByRole('button', { name: t('table:failed.retry') }).click()
    await expect(rowsOf(page)).toHaveCount(10)
  })
})

test.describe('with both switched off', () => {
  test.use({ start: 'empty', options: { DrawingEnabled: false, TaskEnabled: false, MjNotifyEnabled: true } })

  test('the navigation has neither page, and their addresses still work', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/log')
    const nav = page.getByRole('navigation', { name: t('shell:nav.main') })
    await expect(nav.getByRole('link', { name: t('shell:section.logs') })).toBeVisible()
    await expect(page.getByRole('link', { name: t('shell:tab.midjourney') })).toHaveCount(0)
    await expect(page.getByRole('link', { name: t('shell:tab.task') })).toHaveCount(0)
    await page.goto('/midjourney')
    await expect(page.getByText(t('drawing:empty.title'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('drawing:callback.off'))).toHaveCount(0)
    await page.goto('/task')
    await expect(page.getByText(t('tasks:empty.title'), { exact: true })).toBeVisible()
  })
})
