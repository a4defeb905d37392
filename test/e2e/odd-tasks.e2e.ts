import type { Page } from '@playwright/test'
import type { Drawing, Task } from '#contract/api/tasks.ts'
import { expect, further, test } from './fixtures.ts'

/** What platforms and imported databases have brought into lists of tasks. */
const LONG = 'a word without an end '.repeat(40) + 'x'.repeat(600)
const drawing = (id: number, columns: Partial<Drawing>): Drawing => ({
  id,
  code: 1,
  user_id: 1,
  action: 'IMAGINE',
  mj_id: `17${id}`,
  prompt: 'a fox',
  prompt_en: '',
  description: '',
  state: '',
  submit_time: 1_795_000_000_000,
  start_time: 0,
  finish_time: 0,
  image_url: '',
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  channel_id: 1,
  quota: 0,
  buttons: '',
  properties: '',
  ...columns,
})
const DRAWINGS = [
  drawing(1, { code: 23, status: 'FAILURE', fail_reason: LONG }),
  drawing(2, { code: 24, status: 'FAILURE', submit_time: 9e15, finish_time: 8.9e15 }),
  drawing(3, { code: 3, submit_time: 0, finish_time: 0, mj_id: '', action: 'SOMETHING_NEW', status: 'ELSE' }),
  drawing(4, { code: 777, progress: 'soon', image_url: 'javascript:alert(1)', prompt: LONG, channel_id: 0 }),
  drawing(5, {
    finish_time: 1,
    image_url: 'data:text/html,<script>alert(1)</script>',
    prompt: '<img src=x onerror=alert(1)>',
  }),
]
const TASKS = [
  { status: 'FAILURE', fail_reason: LONG, progress: '' },
  { status: 'NEW', submit_time: 9e15, finish_time: 9e15, platform: '', action: '' },
  { submit_time: 0, finish_time: 0, task_id: '', data: 'text', properties: null },
  { data: [{ audio_url: 'javascript:alert(1)', text: LONG }, null, 7], progress: '250%' },
].map((columns, index) => ({
  id: index + 1,
  created_at: 0,
  updated_at: 0,
  task_id: `t${index}`,
  platform: 'suno',
  user_id: 1,
  channel_id: 1,
  quota: 0,
  action: 'MUSIC',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: 1_795_000_000,
  start_time: 0,
  finish_time: 0,
  progress: '100%',
  properties: {},
  data: null,
  ...columns,
})) as Task[]

/** Opens the list with these rows, and each row's details in turn. */
async function openAll(page: Page, path: '/midjourney' | '/task', rows: readonly { id: number }[]) {
  const reply = { success: true, message: '', data: rows, total: 12_345 }
  await page.route(/\/api\/(?:mj|task)\/?\?/, (route) => route.fulfill({ json: reply }))
  await page.goto(path)
  await expect(page.locator('[data-row]')).toHaveCount(rows.length)
  const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWider()).toBe(false)
  for (const { id } of rows) {
    await page.goto(`${path}?row=${id}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await isWider()).toBe(false)
  }
}

for (const [language, width] of [
  ['zh', 360],
  ['en', 1440],
] as const) {
  test.describe(`${language}, ${width} wide`, further(language !== 'zh'), () => {
    test.use({ language, viewport: { width, height: 800 }, expectedErrors: /ERR_|404/ })

    test('odd drawings are shown as far as they make sense', async ({ page, t }) => {
      await openAll(page, '/midjourney', DRAWINGS)
      await page.goto('/midjourney?row=1')
      await expect(page.getByRole('dialog').getByText(t('drawing:code.23'), { exact: true })).toBeVisible()
      await page.goto('/midjourney?row=2')
      await expect(page.getByRole('dialog').getByText(t('drawing:code.24'), { exact: true })).toBeVisible()
    })

    test('odd tasks are shown as far as they make sense', { tag: '@all' }, async ({ page }) => {
      await openAll(page, '/task', TASKS)
    })
  })
}
