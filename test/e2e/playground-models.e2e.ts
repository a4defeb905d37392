import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'
import type { Texts } from './texts.ts'

const fieldOf = (page: Page, t: Texts) => page.getByRole('textbox', { name: t('playground:composer.label') })

async function ask(page: Page, t: Texts, question: string) {
  await fieldOf(page, t).fill(question)
  await fieldOf(page, t).press('Enter')
}

test('two models answer side by side, and one leaves and comes back with its answers', async ({ page, t }) => {
  await page.goto('/playground')
  const model = page.getByRole('combobox', { name: t('playground:settings.model'), exact: true })
  await expect(model).toHaveValue(MODEL)
  await page.getByRole('button', { name: t('playground:lanes.add') }).click()
  const columns = page.locator('section[id^=lane-]')
  await expect(columns).toHaveCount(2)
  await ask(page, t, 'Which way?')
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toHaveCount(2)
  for (const at of [0, 1]) {
    await expect(columns.nth(at)).toContainText('Which way?')
    await expect(columns.nth(at)).toContainText(t('playground:facts.charged'))
    await expect(columns.nth(at).getByRole('link', { name: t('playground:facts.log'), exact: true })).toBeVisible()
  }
  await columns
    .nth(1)
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(columns).toHaveCount(0)
  await page.getByRole('button', { name: t('common:action.undo') }).click()
  await expect(columns).toHaveCount(2)
  await expect(columns.nth(1)).toContainText('Which way?')
  await page.reload()
  await expect(columns.nth(1)).toContainText('Which way?')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('models are tabs over one column', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/playground')
    await page.getByRole('button', { name: t('playground:settings.title') }).click()
    const dialog = page.getByRole('dialog', { name: t('playground:settings.title') })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: t('playground:lanes.add') }).click()
    await page.keyboard.press('Escape')
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveCount(2)
    await ask(page, t, 'Which way?')
    const panels = page.locator('section[id^=lane-]')
    await expect(panels.first()).toBeVisible()
    await expect(panels.first()).toContainText('Which way?')
    await expect(panels.last()).toBeHidden()
    await tabs.nth(0).press('ArrowRight')
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(panels.last()).toBeVisible()
    await expect(panels.last()).toContainText('Which way?')
    await expect(panels.first()).toBeHidden()
  })
})

test('conversations are listed, named, opened and deleted', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/playground')
  await expect(page.getByText(t('playground:empty.title'))).toBeVisible()
  await ask(page, t, 'The first one')
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
  await page.getByRole('button', { name: t('playground:book.new'), exact: true }).click()
  await expect(page.getByText(t('playground:empty.title'))).toBeVisible()
  await ask(page, t, 'The second one')
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()

  const open = async (name: string) => {
    await page.getByRole('button', { name: t('playground:book.open', { name }) }).click()
    const list = page.getByRole('list', { name: t('playground:book.title') })
    await expect(list).toBeVisible()
    return list
  }
  const list = await open('The second one')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: t('playground:book.rename', { name: 'The first one' }) }).click()
  const name = page.getByRole('textbox', { name: t('playground:book.name') })
  await expect(name).toBeFocused()
  await name.fill('North')
  await name.press('Enter')
  await list.getByRole('button', { name: /^North/ }).click()
  const messages = page.getByRole('list', { name: t('playground:conversation') })
  await expect(messages).toContainText('The first one')
  await expect(page).toHaveURL(/chat=/)
  await page.reload()
  await expect(messages).toContainText('The first one')

  const again = await open('North')
  await again.getByRole('button', { name: t('playground:book.remove', { name: 'The second one' }) }).click()
  await expect(again.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: t('common:action.undo') }).click()
  await page.goto('/playground')
  await (await open('North')).getByRole('button', { name: /^The second one/ }).click()
  await expect(messages).toContainText('The second one')
})

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('pictures and files go along, survive a reload, and what is refused says why', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/playground')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: PICTURE })
  await expect(page.getByText(t('playground:files.problem.type', { name: 'a.zip' })).first()).toBeVisible()
  await input.setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: PICTURE },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
  ])
  const files = page.getByRole('list', { name: t('playground:files.title') })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  const sent = page.waitForRequest('**/pg/chat/completions')
  await ask(page, t, 'What is this?')
  expect((await sent).postDataJSON().messages.at(-1).content).toEqual([
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE.toString('base64')}` } },
    { type: 'text', text: 'notes.md\n\n# Notes' },
    { type: 'text', text: 'What is this?' },
  ])
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
  await page.reload()
  await expect(files.locator('img')).toBeVisible()
  const again = page.waitForRequest('**/pg/chat/completions')
  await page.getByRole('button', { name: t('playground:act.retry') }).click()
  expect((await again).postDataJSON().messages.at(-1).content[0].type).toBe('image_url')
})

test('a tool is called, and the result that was typed goes back', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/playground')
  await page.getByRole('button', { name: t('playground:tools.title') }).click()
  const dialog = page.getByRole('dialog', { name: t('playground:tools.title') })
  await expect(dialog).toBeVisible()
  const text = dialog.getByRole('textbox', { name: t('playground:tools.title') })
  await text.fill('{}')
  await expect(dialog.getByRole('status')).toContainText(t('playground:problem.list'))
  await expect(dialog.getByRole('button', { name: t('common:action.save') })).toHaveAttribute('aria-disabled', 'true')
  await text.fill('[{"name":"sum","parameters":{"type":"object","properties":{"a":{"type":"number"}}}}]')
  await dialog.getByRole('button', { name: t('common:action.save') }).click()
  await expect(dialog).toBeHidden()

  await page.route('**/pg/chat/completions', async (route) => {
    const body = route.request().postDataJSON()
    const isAnswered = body.messages.at(-1).role === 'tool'
    await route.continue({ postData: JSON.stringify({ ...body, ...(!isAnswered && { fake: { tool_call: true } }) }) })
  })
  await ask(page, t, 'Add')
  const calls = page.getByRole('list', { name: t('playground:tools.calls') })
  await expect(calls).toContainText('"a": 1')
  const result = page.getByRole('textbox', { name: t('playground:tools.result', { name: 'sum' }) })
  await expect(result).toBeVisible()
  await result.fill('3')
  const sent = page.waitForRequest('**/pg/chat/completions')
  await page.getByRole('button', { name: t('playground:tools.send') }).click()
  const { messages } = (await sent).postDataJSON()
  expect(messages.slice(-2)).toMatchObject([
    { role: 'assistant', tool_calls: [{ function: { name: 'sum', arguments: '{"a":1}' } }] },
    { role: 'tool', content: '3' },
  ])
  await expect(page.getByRole('button', { name: t('playground:act.copyAnswer') })).toBeVisible()
})

test('an answer to a schema is asked for and shown as JSON, and its code can be copied before it is sent', {
  tag: '@all',
}, async ({ page, t }) => {
  await page.goto('/playground')
  await page.getByRole('button', { name: t('playground:schema.title') }).click()
  const dialog = page.getByRole('dialog', { name: t('playground:schema.title') })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: t('form:json.template') }).click()
  await dialog.getByRole('button', { name: t('common:action.save') }).click()
  await fieldOf(page, t).fill('Sure?')
  await page.getByRole('button', { name: t('playground:act.code') }).click()
  const code = page.getByRole('dialog', { name: t('playground:inspect.title') })
  await expect(code).toContainText('"json_schema"')
  await expect(code).toContainText(/sk-(YOUR-KEY|\w{4}••••\w{4})/)
  await expect(code).toContainText('Sure?')
  await page.keyboard.press('Escape')
  await page.route('**/pg/chat/completions', (route) =>
    route.continue({
      postData: JSON.stringify({
        ...route.request().postDataJSON(),
        fake: { reply: '{"answer":"yes","certain":true}' },
      }),
    }),
  )
  await fieldOf(page, t).press('Enter')
  await expect(page.locator('pre', { hasText: '"certain": true' })).toBeVisible()
})

test.describe('when no model is there', () => {
  test.use({ start: 'empty' })

  test('the page says why, and leads to the way out', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/playground')
    await expect(page.getByText(t('playground:why.noChannelAdmin'))).toBeVisible()
    await page.getByRole('link', { name: t('playground:why.addChannel') }).click()
    await expect(page).toHaveURL(/\/channel\/add/)
  })
})
