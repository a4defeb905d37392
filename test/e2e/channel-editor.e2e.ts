import type { Page } from '@playwright/test'
import type { Channel } from '#contract/api/channels.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty', permissions: ['clipboard-read', 'clipboard-write'] })

const HEX_KEY = 'sk-0123456789abcdef0123456789abcdef'

const drawerOf = (page: Page, t: Texts) => page.getByRole('dialog', { name: t('channels:form.create') })

/** Puts a text on the clipboard and pastes it where the focus is, as a person does. */
async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}

/** Counts what a person does from now on: presses, and fields that something is put into. */
async function countActs(page: Page) {
  await page.evaluate(() => {
    const acts = { clicks: 0, inputs: 0 }
    Object.assign(window, { acts })
    // A press of a key makes a click, too, of no pointer.
    const isPress = (event: Event) => event.isTrusted && (event as UIEvent).detail > 0
    addEventListener('click', (event) => void (isPress(event) && acts.clicks++), true)
    for (const kind of ['paste', 'change']) addEventListener(kind, () => void acts.inputs++, true)
  })
  return () => page.evaluate(() => (window as unknown as { acts: { clicks: number; inputs: number } }).acts)
}

test('from the empty list to a green test: one paste and two presses', async ({ page, site, client, t }) => {
  await page.goto('/channel')
  await expect(page.getByText(t('channels:empty.title'))).toBeVisible()
  await page.keyboard.press('c')
  const drawer = drawerOf(page, t)
  await expect(drawer.getByLabel(t('editor:paste.label'))).toBeFocused()
  const acts = await countActs(page)
  await paste(page, `OPENAI_BASE_URL=${site.upstreamUrl}/v1\nOPENAI_API_KEY=sk-good-1`)
  await expect(drawer.getByText(/^Detected OpenAI\. Filled in: .*key/)).toBeVisible()

  await drawer.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  const result = drawer.getByRole('region', { name: t('probe:title') })
  await expect(result).toContainText(t('probe:done'))
  await result.getByRole('button', { name: t('probe:apply') }).click()
  await expect(result).toContainText(t('probe:done'))
  await expect(result.getByRole('button', { name: t('probe:apply') })).toHaveCount(0)
  const { clicks, inputs } = await acts()
  expect(inputs).toBeLessThanOrEqual(6)
  expect(clicks).toBeLessThanOrEqual(2)

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(drawer).toBeHidden()
  const [channel] = await client.send<Channel[]>('GET', '/api/channel?page_size=10')
  expect(channel).toMatchObject({ name: `OpenAI · ${new URL(site.upstreamUrl).host}`, base_url: site.upstreamUrl })
  expect(channel?.models).toContain('fake-gpt')
  // What the form has proven need not be tested again.
  expect(channel?.response_time).toBeGreaterThan(0)
  await expect(page.locator('[data-row]')).not.toContainText(t('channels:response.never'))
})

test('what fits several types is for the person to say, and stays in the browser', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await expect(drawer.getByLabel(t('editor:paste.label'))).toBeFocused()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await paste(page, HEX_KEY)
  await expect(drawer.getByText(/3 types match/)).toBeVisible()
  const type = drawer.getByRole('combobox', { name: t('channels:form.type'), exact: true })
  await expect(type).toHaveValue('OpenAI')
  await drawer
    .getByRole('group', { name: t('editor:paste.choose') })
    .getByRole('button', { name: 'DeepSeek' })
    .click()
  await expect(type).toHaveValue('DeepSeek')
  await expect(drawer.getByText('deepseek-chat', { exact: true })).toBeVisible()
  const key = drawer.getByLabel('Key', { exact: true })
  await expect(key).toHaveAttribute('type', 'password')
  await drawer.getByRole('button', { name: t('editor:key.show') }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await expect(key).toHaveValue(HEX_KEY)
  await expect(drawer.getByText(/deepseek-chat in group default|deepseek-v4-pro and 3 more models/)).toBeVisible()

  expect(sent.filter((each) => each.includes(HEX_KEY.slice(5, 20)))).toEqual([])
  // A draft is written a moment after the last change.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:channel:add'))).toContain('DeepSeek')
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href]))
  expect(kept).not.toContain(HEX_KEY.slice(5, 20))
})

test('a paste that says nothing is told as such, and several keys are a batch', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await expect(drawer.getByLabel(t('editor:paste.label'))).toBeFocused()
  await paste(page, 'the best models of all')
  await expect(drawer.getByText(t('editor:paste.nothing'))).toBeVisible()
  await paste(page, 'sk-ant-first-1\nsk-ant-second-2')
  await expect(drawer.getByLabel(t('channels:form.keys'))).toHaveValue('sk-ant-first-1\nsk-ant-second-2')
  await expect(drawer.getByText(t('channels:form.keysCount', { count: 2 }))).toBeVisible()
})

test('a failed test says what was sent, and mends the address', { tag: '@all' }, async ({ page, site, t }) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await drawer.getByLabel('Key', { exact: true }).fill('sk-good-1')
  await drawer.getByLabel(t('channels:form.baseUrl.optional'), { exact: true }).fill(`${site.upstreamUrl}/console`)
  await drawer.getByRole('button', { name: t('channels:form.modelsRelated') }).click()
  await drawer.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  const result = drawer.getByRole('region', { name: t('probe:title') })
  await expect(result).toContainText(`POST ${site.upstreamUrl}/console/v1/chat/completions`)
  await expect(result).toContainText('"messages":')
  await expect(result).not.toContainText('sk-good')
  await expect(drawer.getByRole('button', { name: t('editor:saveAnyway') })).toBeVisible()
  await result.getByRole('button', { name: t('probe:fixIt') }).click()
  await expect(drawer.getByLabel(t('channels:form.baseUrl.optional'), { exact: true })).toHaveValue(site.upstreamUrl)
  await expect(drawer.getByRole('button', { name: t('editor:saveAnyway') })).toHaveCount(0)
})

test('models are tested together, and those that fail are removed', { tag: '@all' }, async ({ page, site, t }) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await drawer.getByLabel('Key', { exact: true }).fill('sk-good-1')
  await drawer.getByLabel(t('channels:form.baseUrl.optional'), { exact: true }).fill(site.upstreamUrl)
  await drawer.getByLabel(t('channels:form.modelsCustom')).fill('fake-gpt,fake-gpt-mini,fake@error=404,dall-e-3')
  await drawer.getByRole('button', { name: t('channels:form.modelsAdd'), exact: true }).click()
  await drawer.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  await drawer.getByRole('button', { name: t('probe:testAll', { count: 4 }) }).click()
  const tests = page.getByRole('dialog', { name: t('editor:tests.title') })
  await tests.getByRole('button', { name: t('channels:test.all', { count: 4 }) }).click()
  await expect(tests.getByText(/^[\d.]+ m?s$/)).toHaveCount(2)
  await expect(tests.getByText(t('editor:tests.notTestable'))).toBeVisible()
  await expect(tests.getByRole('button', { name: t('channels:test.again', { count: 1 }) })).toBeVisible()
  await tests.getByRole('button', { name: t('editor:tests.remove', { count: 1 }) }).click()
  await expect(tests.getByText('fake@error=404')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(tests).toBeHidden()
  await expect(drawer.getByText('fake-gpt-mini', { exact: true })).toBeVisible()
  await expect(drawer.getByText('fake@error=404', { exact: true })).toHaveCount(0)
})

test('the form says what its models cost and where calls would find it', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  const other = { type: 1, key: 'sk-1', models: 'gpt-4o', base_url: 'http://127.0.0.1:9' }
  for (const priority of [5, 5, 1])
    await client.send('POST', '/api/channel', { ...other, name: `p${priority}`, priority })
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await drawer.getByLabel(t('channels:form.modelsCustom')).fill('gpt-4o,house-model')
  await drawer.getByRole('button', { name: t('channels:form.modelsAdd'), exact: true }).click()
  await expect(drawer.getByText(t('editor:models.unpricedCount', { count: 1 }))).toBeVisible()
  await expect(drawer.getByText(t('editor:models.unpriced'), { exact: true })).toBeVisible()
  const about = { models: 'gpt-4o', group: 'default' }
  const priority = drawer.getByLabel(t('channels:form.priority'), { exact: true })
  const next = (count: number) => t('editor:routing.then', { count })
  await client.send('PUT', '/api/option', { key: 'RetryTimes', value: '3' })
  await priority.fill('5')
  await expect(
    drawer.getByText(t('editor:routing.shared', { ...about, percent: 33, count: 2, next: next(3) })),
  ).toBeVisible()
  await priority.fill('6')
  await expect(drawer.getByText(t('editor:routing.first', { ...about, next: next(3) }))).toBeVisible()
  await priority.fill('0')
  await expect(drawer.getByText(t('editor:routing.behind', { ...about, count: 3 }))).toBeVisible()
  await expect(drawer.getByText(t('editor:routing.alone', { models: 'house-model', group: 'default' }))).toBeVisible()
})

test('a model whose name differs from a known one by capitals alone is told', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel/add')
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  await drawer.getByRole('button', { name: t('channels:form.modelsRelated'), exact: true }).click()
  const warning = drawer.getByText(t('editor:models.near', { count: 1, name: 'GPT-4o', like: 'gpt-4o' }))
  await expect(drawer.getByText('gpt-4o', { exact: true })).toBeVisible()
  await expect(drawer.getByText(/capitals/)).toHaveCount(0)
  await drawer.getByRole('button', { name: t('channels:form.modelsClear') }).click()
  await drawer.getByLabel(t('channels:form.modelsCustom')).fill('GPT-4o')
  await drawer.getByRole('button', { name: t('channels:form.modelsAdd'), exact: true }).click()
  await expect(warning).toBeVisible()
})
