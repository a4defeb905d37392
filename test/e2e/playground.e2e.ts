import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test('a conversation streams, is charged, and is there after a reload', async ({ page, t }) => {
  await page.goto('/playground')
  const field = page.getByRole('textbox', { name: t('playground:composer.label') })
  await expect(page.getByRole('combobox', { name: t('playground:settings.model'), exact: true })).toHaveValue(MODEL)
  await field.fill('Which way?')
  await field.press('Enter')
  const messages = page.getByRole('list', { name: t('playground:conversation') }).getByRole('listitem')
  await expect(messages).toHaveCount(2)
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
  const log = page.getByRole('link', { name: t('playground:facts.log'), exact: true })
  await expect(log).toBeVisible()
  await expect(messages.last()).toContainText('$0.')
  const answer = await messages.last().innerText()

  await page.reload()
  await expect(messages).toHaveCount(2)
  await expect(messages.first()).toContainText('Which way?')
  expect((await messages.last().innerText()).slice(0, 20)).toBe(answer.slice(0, 20))
  await log.click()
  await expect(page).toHaveURL(/\/log\?.*request_id=/)
  await expect(page.getByRole('dialog').getByText(t('logs:bill.title'))).toBeVisible()
})

test('what is sent is what was touched', async ({ page, t }) => {
  await page.goto('/playground')
  await page.getByLabel(t('playground:settings.system')).fill('Be brief.')
  await page.getByRole('switch', { name: t('playground:settings.temperature') }).click()
  const field = page.getByRole('textbox', { name: t('playground:composer.label') })
  const sent = page.waitForRequest('**/pg/chat/completions')
  await field.fill('Hello\nyou')
  await field.press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    model: MODEL,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello\nyou' },
    ],
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.7,
  })
  await page.getByRole('button', { name: t('playground:act.inspect') }).click()
  const dialog = page.getByRole('dialog', { name: t('playground:inspect.title') })
  await expect(dialog).toContainText('"temperature": 0.7')
  await dialog.getByRole('combobox', { name: t('playground:inspect.view') }).selectOption('events')
  await expect(dialog).toContainText('[DONE]')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: t('playground:context.clear') }).click()
  await expect(page.getByText(t('playground:context.cleared'))).toBeVisible()
  const again = page.waitForRequest('**/pg/chat/completions')
  await field.fill('Alone')
  await field.press('Enter')
  expect((await again).postDataJSON().messages).toHaveLength(2)
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('playground:act.export') }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('## You\n\nAlone')
  await page.getByRole('button', { name: t('playground:act.remove') }).click()
  await expect(page.getByText(t('playground:empty.title'))).toBeVisible()
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /402|403|429|500|502|503|404|400/ })

  test('the answer says why, and can be asked for again', async ({ page, t }) => {
    await page.goto('/playground')
    const field = page.getByRole('textbox', { name: t('playground:composer.label') })
    await page.route('**/pg/chat/completions', (route) =>
      route.fulfill({ status: 503, json: { error: { message: 'No channel is free (request id: 7)' } } }),
    )
    await field.fill('Anyone?')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText('No channel is free')
    await page.unroute('**/pg/chat/completions')
    await page.getByRole('button', { name: t('playground:act.retry') }).click()
    await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: t('playground:act.edit') }).click()
    await expect(field).toHaveValue('Anyone?')
  })

  test('a stream that is cut says so and keeps what came', async ({ page, t }) => {
    await page.goto('/playground')
    const body = 'data: {"choices":[{"delta":{"content":"Half an ans"}}]}\n\n'
    await page.route('**/pg/chat/completions', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
    const field = page.getByRole('textbox', { name: t('playground:composer.label') })
    await field.fill('Go on')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText(t('playground:failed.cut'))
    await expect(page.getByText('Half an ans')).toBeVisible()
  })
})
