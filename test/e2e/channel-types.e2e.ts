import type { Page } from '@playwright/test'
import type { Channel } from '#contract/api/channels.ts'
import { errors } from '#contract/errors.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty' })

const drawerOf = (page: Page, t: Texts, title: 'create' | 'update' = 'create') =>
  page.getByRole('dialog', { name: t(`channels:form.${title}`) })

/** Finds a type by a part of its name. */
async function choose(page: Page, t: Texts, typed: string, name: string) {
  const type = drawerOf(page, t).getByRole('combobox', { name: t('channels:form.type'), exact: true })
  // The list with the search takes the place of the browser's own.
  await expect(type).toHaveJSProperty('tagName', 'INPUT')
  // A refused save leads to its field, which closes a list that has opened meanwhile.
  await expect(async () => {
    await type.fill('')
    await type.fill(typed)
    await expect(page.getByRole('option', { name, exact: true })).toBeVisible({ timeout: 5000 })
  }).toPass()
  await page.getByRole('option', { name, exact: true }).click()
  await expect(type).toHaveValue(name)
}

test('a channel for Azure asks for its endpoint and version, and keeps both', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await drawer.getByLabel(t('channels:form.name'), { exact: true }).fill('azure')
  await choose(page, t, 'azure', 'Azure OpenAI')
  await expect(drawer.getByText('gpt-4.1 goes to the deployment gpt-41')).toBeVisible()
  const version = drawer.getByLabel('Default API version')
  await expect(version).toHaveValue('2023-06-01-preview')
  await expect(drawer.getByRole('button', { name: t('channels:form.modelsFetch') })).toBeDisabled()

  await drawer.getByPlaceholder(t('channels:form.keyHint')).fill('azure-key')
  await version.fill('next week')
  await drawer.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(drawer.getByText(errors.channel_base_url_required.en).last()).toBeVisible()
  await expect(drawer.getByText(errors.channel_api_version_invalid.en).last()).toBeVisible()

  await drawer.getByLabel('AZURE_OPENAI_ENDPOINT').fill('https://res.openai.azure.com/')
  await version.fill('2024-10-21')
  await drawer.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(drawer).toBeHidden()
  const [channel] = await client.send<Channel[]>('GET', '/api/channel?page_size=10')
  expect(channel).toMatchObject({ type: 3, base_url: 'https://res.openai.azure.com', other: '2024-10-21' })
  expect(channel?.models).toContain('gpt-4.1')

  await page.goto(`/channel/edit/${channel?.id}`)
  await expect(drawerOf(page, t, 'update').getByLabel('Default API version')).toHaveValue('2024-10-21')
})

test('another type brings its own fields and models, and problems of the former one go', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await choose(page, t, 'azure', 'Azure OpenAI')
  await drawer.getByLabel('Default API version').fill('2024-10-21')
  await drawer.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  const noAddress = drawer.getByText(errors.channel_base_url_required.en)
  await expect(noAddress.last()).toBeVisible()

  await choose(page, t, 'cloud', 'Cloudflare')
  await expect(noAddress).toHaveCount(0)
  await expect(drawer.getByLabel('Account ID')).toHaveValue('')
  await expect(drawer.getByText(errors.channel_account_id_required.en).last()).toBeVisible()
  await expect(drawer.getByText('@cf/openai/gpt-oss-120b', { exact: true })).toBeVisible()
  await expect(drawer.getByText('gpt-4.1-mini', { exact: true })).toHaveCount(0)

  await choose(page, t, 'fastgpt', 'Knowledge base: FastGPT')
  await expect(drawer.getByPlaceholder('Format: APIKey-AppId, for example fastgpt-…')).toBeVisible()
  await expect(drawer.getByLabel('Deployment address')).toBeVisible()

  await choose(page, t, 'azure', 'Azure OpenAI')
  await expect(drawer.getByLabel('Default API version')).toHaveValue('2024-10-21')

  const type = drawer.getByRole('combobox', { name: t('channels:form.type'), exact: true })
  await type.fill('')
  await page.keyboard.press('Tab')
  await expect(type).toHaveValue('Azure OpenAI')
})

test('a type is found by its names in both languages, its host and its models', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel/add')
  await choose(page, t, '文心', 'Baidu Qianfan')
  await choose(page, t, 'ernie-3.5-8k-0205', 'Baidu Qianfan')
  await choose(page, t, 'dashscope', 'Alibaba Qwen')
})

test('the list shows and filters types by their names', { tag: '@all' }, async ({ page, client, t }) => {
  const body = { key: 'k', models: 'm' }
  await client.send('POST', '/api/channel', { ...body, type: 42, name: 'one' })
  await client.send('POST', '/api/channel', { ...body, type: 43, name: 'two' })
  await page.goto('/channel')
  await expect(page.getByRole('row', { name: 'one' })).toContainText('Mistral AI')
  await page.getByRole('combobox', { name: t('channels:filter.type'), exact: true }).selectOption({ label: 'DeepSeek' })
  await expect(page.getByRole('row', { name: 'one' })).toBeHidden()
  await expect(page.getByRole('row', { name: 'two' })).toBeVisible()
})

test('a key of another form, and a knowledge base without its id, are told at their fields', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  const save = drawer.getByRole('button', { name: t('channels:form.save'), exact: true })
  await drawer.getByLabel(t('channels:form.name'), { exact: true }).fill('books')
  await choose(page, t, 'tencent', 'Tencent Hunyuan')
  for (const part of ['App ID', 'Secret ID', 'Secret key']) await drawer.getByLabel(part, { exact: true }).fill('abc')
  await save.click()
  await expect(drawer.getByText(errors.channel_key_tencent.en).last()).toBeVisible()

  await choose(page, t, 'knowledge', 'Knowledge base: AI Proxy')
  await drawer.getByLabel('Key', { exact: true }).fill('ap-key')
  await save.click()
  await expect(drawer.getByText(errors.channel_library_id_required.en).last()).toBeVisible()
  // The problem showed before the press; what the press does itself is lead to the field.
  const library = drawer.getByLabel('Knowledge base ID')
  await expect(library).toBeFocused()
  await library.fill('123456')
  await save.click()
  await expect(drawer).toBeHidden()
  const [channel] = await client.send<Channel[]>('GET', '/api/channel?page_size=10')
  expect(channel).toMatchObject({ type: 21, other: '123456' })
})

test('a model mapping that is no JSON is told as such, with the way to its line', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel/add')
  const drawer = drawerOf(page, t)
  await drawer
    .getByRole('heading', { name: t('channels:form.section.advanced') })
    .getByRole('button')
    .click()
  const mapping = drawer.getByRole('group', { name: t('channels:form.modelMapping') })
  await mapping.getByRole('button', { name: t('form:pairs.asJson') }).click()
  const json = drawer.getByRole('textbox', { name: t('channels:form.modelMapping'), exact: true })
  await json.fill('{"a": "b",\nbad')
  await drawer.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(json).toHaveAccessibleDescription(new RegExp(errors.channel_mapping_invalid.en))
  await expect(drawer.getByRole('button', { name: t('form:lines.go', { line: 2 }) })).toBeVisible()
})

test('a model that is typed in full is taken by Enter, and by going on', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel/add')
  const models = page.getByRole('combobox', { name: t('channels:form.models') })
  const chip = (name: string) => page.getByRole('button', { name: t('common:combobox.remove', { name }), exact: true })
  await models.fill('gpt-4o-mini')
  await expect(page.getByRole('option').first()).toBeVisible()
  await models.press('Enter')
  await expect(chip('gpt-4o-mini')).toBeAttached()
  await expect(models).toHaveValue('')
  await models.pressSequentially('gpt-4o')
  await models.press('Tab')
  await expect(chip('gpt-4o')).toBeAttached()
  await models.pressSequentially('o3-mi')
  await models.press('ArrowDown')
  await models.press('Enter')
  await expect(chip('o3-mini')).toBeAttached()
  await expect(chip('o3-mi')).toHaveCount(0)
})
