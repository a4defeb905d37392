import { readFile } from 'node:fs/promises'
import { addUser, enterAs } from './console-client.ts'
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

test('whoever reads above and asks is brought to the question and its answer', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/playground')
  const field = page.getByRole('textbox', { name: t('playground:composer.label') })
  await expect(page.getByRole('combobox', { name: t('playground:settings.model'), exact: true })).toHaveValue(MODEL)
  await field.fill('A long question.\n'.repeat(200))
  await field.press('Enter')
  const messages = page.getByRole('list', { name: t('playground:conversation') }).getByRole('listitem')
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
  await messages.first().hover()
  await page.mouse.wheel(0, -5000)
  await expect(messages.last()).not.toBeInViewport()
  await field.fill('And now?')
  await field.press('Enter')
  await expect(messages).toHaveCount(4)
  await expect(messages.nth(2)).toBeInViewport()
  await expect(messages.last()).toBeInViewport()
})

test('what is sent is what was touched', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/playground')
  await expect(page.getByLabel(t('playground:settings.maxTokens'))).toHaveValue('0')
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
  const exported = async (format: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('playground:act.export') }).click()
    await page.getByRole('menuitem', { name: format }).click()
    return readFile(await (await download).path(), 'utf8')
  }
  expect(await exported('Markdown')).toContain('## You\n\nAlone')
  const { messages } = JSON.parse(await exported('JSON'))
  expect(messages).toHaveLength(5)
  expect(messages[3]).toEqual({ role: 'user', content: 'Alone' })
  expect(messages[4]).toMatchObject({ role: 'assistant', model: MODEL, state: 'complete' })

  await page.getByRole('button', { name: t('playground:act.remove') }).click()
  await expect(page.getByText(t('playground:empty.title'))).toBeVisible()
  await page.getByRole('button', { name: t('common:action.undo') }).click()
  await expect(page.getByRole('listitem').getByText('Alone')).toBeVisible()
})

test('a question that is asked differently stays beside the new one, and so does an answer', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/playground')
  const field = page.getByRole('textbox', { name: t('playground:composer.label') })
  const messages = page.getByRole('list', { name: t('playground:conversation') }).getByRole('listitem')
  const complete = page.getByRole('button', { name: t('playground:act.copyAnswer') })
  await field.fill('Which way?')
  await field.press('Enter')
  await expect(complete).toHaveCount(1)
  await field.fill('Not lost')
  await page.getByRole('button', { name: t('playground:act.edit') }).click()
  const editor = page.getByRole('textbox', { name: t('playground:act.edit') })
  await expect(editor).toHaveValue('Which way?')
  await editor.fill('How far?')
  await editor.press('Enter')
  await expect(complete).toHaveCount(1)
  await expect(messages).toHaveCount(2)
  await expect(messages.first()).toContainText('2/2')
  await expect(field).toHaveValue('Not lost')
  await page.getByRole('button', { name: t('playground:version.former') }).click()
  await expect(messages.first()).toContainText('Which way?')
  await page.getByRole('button', { name: t('playground:act.retry') }).click()
  await expect(messages.last()).toContainText('2/2')
  await page.reload()
  await expect(messages.last()).toContainText('2/2')
  await expect(field).toHaveValue('Not lost')
})

test('a reload in the middle of an answer keeps the question and what came of it', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/playground')
  const field = page.getByRole('textbox', { name: t('playground:composer.label') })
  const messages = page.getByRole('list', { name: t('playground:conversation') }).getByRole('listitem')
  await page.route('**/pg/chat/completions', async (route) => {
    const body = { ...route.request().postDataJSON(), fake: { tokens: 500, delay_ms: 100 } }
    await route.continue({ postData: JSON.stringify(body) })
  })
  await field.fill('A long story')
  await field.press('Enter')
  const stop = page.getByRole('button', { name: t('playground:composer.stop') })
  await expect(stop).toBeVisible()
  // The first word of the upstream's answer, and not what is shown until it comes.
  const began = 'The'
  await expect(messages.last()).toContainText(began)
  await expect(stop).toBeVisible()
  await page.reload()
  await expect(messages.first()).toContainText('A long story')
  await expect(messages.last()).toContainText(began)
  await expect(messages.last()).toContainText(t('playground:stopped'))
})

test('two tabs lose nothing of each other', { tag: '@all' }, async ({ page, context, t }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/playground')
    await expect(tab.getByText(t('playground:empty.title'))).toBeVisible()
  }
  const fieldOf = (tab: typeof page) => tab.getByRole('textbox', { name: t('playground:composer.label') })
  await fieldOf(page).fill('From one')
  await fieldOf(page).press('Enter')
  const messagesOf = (tab: typeof page) => tab.getByRole('list', { name: t('playground:conversation') })
  await expect(messagesOf(other).getByText('From one')).toBeVisible()
  await expect(other.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
  await fieldOf(other).fill('From two')
  await fieldOf(other).press('Enter')
  await expect(messagesOf(page).getByText('From two')).toBeVisible()
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toHaveCount(2)
  await page.reload()
  await expect(messagesOf(page).getByText('From one')).toBeVisible()
  await expect(messagesOf(page).getByText('From two')).toBeVisible()
  await other.close()
})

test.describe('another user of the same browser', () => {
  // The page of the first user asks once more while the second one logs in.
  test.use({ as: 'visitor', expectedErrors: /status of 401/ })

  test('has a conversation of their own and leaves the first one’s alone', { tag: '@all' }, async ({
    page,
    client,
    site,
    t,
  }) => {
    const one = await addUser(site.url, client, 'talker-one')
    const two = await addUser(site.url, client, 'talker-two')
    const key = (user: typeof one) => `playground:${user.user.id}`
    const question = { id: 'q', parent: null, role: 'user', content: 'Mine alone', state: 'complete' }
    const stored = JSON.stringify({ conversation: { id: 'first', messages: [question], head: 'q' } })
    await enterAs(page, site.url, one)
    await page.addInitScript(([name, value]) => localStorage.setItem(name ?? '', value ?? ''), [key(one), stored])
    await page.goto('/playground')
    await expect(page.getByRole('listitem').getByText('Mine alone')).toBeVisible()
    await enterAs(page, site.url, two)
    await page.goto('/playground')
    await expect(page.getByText(t('playground:empty.title'))).toBeVisible()
    expect(await page.evaluate((name) => localStorage.getItem(name), key(one))).toContain('Mine alone')
  })

  test('who was sent here without a login is told so, and not again after it', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/playground?expired=true')
    await expect(page).toHaveURL('/login?expired=true&return=%2Fplayground')
    await expect(page.getByText(t('common:error.unauthorized'))).toBeVisible()
  })
})

test('whoever was sent here for a login that had ended is told so', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/playground?expired=true')
  await expect(page.getByRole('alert')).toContainText(t('common:error.unauthorized'))
  await page.getByRole('alert').getByRole('button').click()
  await expect(page).toHaveURL('/playground')
})

test('an answer without text says so', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/playground')
  const body = 'data: {"choices":[{"delta":{"content":""}}]}\n\ndata: [DONE]\n\n'
  await page.route('**/pg/chat/completions', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  const field = page.getByRole('textbox', { name: t('playground:composer.label') })
  await field.fill('Say nothing')
  await field.press('Enter')
  await expect(page.getByText(t('playground:noText'))).toBeVisible()
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /402|403|429|500|502|503|404|400/ })

  test('the answer says why, and can be asked for again', async ({ page, t }) => {
    await page.goto('/playground')
    const field = page.getByRole('textbox', { name: t('playground:composer.label') })
    await page.route('**/pg/chat/completions', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'X-Oneapi-Request-Id': 'r-7' },
        json: { error: { message: 'No channel is free (request id: r-7)' } },
      }),
    )
    await field.fill('Anyone?')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('No channel is free (request id: r-7)')
    await page.unroute('**/pg/chat/completions')
    await page.getByRole('button', { name: t('playground:act.retry') }).click()
    await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await field.press('ArrowUp')
    const editor = page.getByRole('textbox', { name: t('playground:act.edit') })
    await expect(editor).toHaveValue('Anyone?')
    await editor.press('Escape')
    await expect(editor).toBeHidden()
    await expect(field).toBeFocused()
  })

  test('a stream that is cut says so and keeps what came', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/playground')
    const body = 'data: {"choices":[{"delta":{"content":"Half an ans"}}]}\n\n'
    await page.route('**/pg/chat/completions', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
    const field = page.getByRole('textbox', { name: t('playground:composer.label') })
    await field.fill('Go on')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText(t('playground:failed.cut'))
    await expect(page.getByText('Half an ans')).toBeVisible()
    await expect(page.getByText(t('playground:done'))).toHaveCount(0)
  })
})
