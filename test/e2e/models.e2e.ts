import { expect, test } from './fixtures.ts'

test.use({ start: 'empty', as: 'visitor' })

test.beforeEach(async ({ client }) => {
  const channel = { type: 1, key: 'sk-1', base_url: 'http://127.0.0.1:1', group: 'default' }
  const models = 'gpt-4o,gpt-4o-mini,claude-opus-4-5,text-embedding-3-small,maker/odd model?'
  await client.send('POST', '/api/channel', { ...channel, name: 'all', models })
  await client.send('PUT', '/api/option', {
    key: 'ModelPrice',
    value: JSON.stringify({ 'maker/odd model?': 0.04 }),
  })
})

test('a visitor narrows the catalogue, opens a model, and is asked to log in to try it', async ({ page, t }) => {
  const rows = page.locator('[data-row]')
  const choice = (name: string) => page.getByRole('combobox', { name })
  await page.goto('/models')
  await expect(rows).toHaveCount(5)
  await choice(t('models:filter.vendor')).selectOption('openai')
  await choice(t('models:filter.can')).selectOption('image_in')
  await expect(rows).toHaveCount(2)
  await choice(t('models:sort.label')).selectOption('-input')
  await expect(page).toHaveURL('/models?vendor=openai&can=image_in&sort=-input')
  await expect(rows.first()).toContainText('gpt-4o')
  await page.reload()
  await expect(rows).toHaveCount(2)

  await page.getByRole('link', { name: 'gpt-4o-mini', exact: true }).click()
  await expect(page).toHaveURL('/models/gpt-4o-mini')
  await expect(page).toHaveTitle(/^gpt-4o-mini · /)
  await expect(page.getByRole('region', { name: t('models:prices.title') }).first()).toContainText('$0.15')
  await expect(page.getByText(t('models:measured.none'))).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('gpt-4o-mini')
  await page.getByRole('link', { name: t('models:page.try') }).click()
  await expect(page).toHaveURL(/\/login\?.*gpt-4o-mini/)
})

test('names with odd characters have pages, links show title and description, and unknown ones say so', {
  tag: '@all',
}, async ({ page, site, t }) => {
  await page.goto('/models')
  await page.getByRole('link', { name: 'maker/odd model?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('maker/odd model?')
  await expect(page.getByRole('region', { name: t('models:prices.title') }).first()).toContainText('$0.04')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('maker/odd model?')

  const html = async (path: string) => (await fetch(site.url + path, { headers: { 'Accept-Language': 'en' } })).text()
  expect(await html(new URL(page.url()).pathname)).toContain('<title>maker/odd model? · Switchyard</title>')
  expect(await html('/models/gpt-4o-mini')).toMatch(/<meta property="og:description" content="[^"]*\$0\.15 in/)
  expect(await html('/models/nobody')).toContain('<title>Switchyard</title>')
  expect((await fetch(`${site.url}/models`, { headers: { Authorization: 'Bearer sk-x' } })).status).toBe(401)
})

test('models are compared by a press each, and the address opens the same comparison', { tag: '@all' }, async ({
  page,
  t,
}) => {
  const heads = page.getByRole('columnheader')
  const add = (name: string) => page.getByRole('button', { name: t('models:compare.addName', { name }), exact: true })
  await page.goto('/models')
  await page.getByRole('link', { name: t('models:compare.open') }).click()
  await add('gpt-4o').click()
  await add('gpt-4o-mini').click()
  await expect(heads).toHaveText(['gpt-4o', 'gpt-4o-mini'])
  await page.getByRole('button', { name: t('models:toggle.calculator') }).click()
  await expect(page.getByRole('row', { name: t('pricing:column.cost') })).toContainText('$0.000750')
  await expect(page).toHaveURL('/models/compare?models=gpt-4o%2Cgpt-4o-mini&calc=on')
  await page.reload()
  await expect(heads).toHaveText(['gpt-4o', 'gpt-4o-mini'])

  await page.goto('/models/compare?models=nobody,gpt-4o')
  await expect(page.getByText(t('models:page.missing', { name: 'nobody' }))).toBeVisible()
  await expect(heads).toHaveText(['gpt-4o'])
})

test.describe('of an unknown name', () => {
  test.use({ expectedErrors: /status of 404/ })
  test('the page of a model says that there is none', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/models/nobody')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('models:page.missing', { name: 'nobody' }))
  })
})

test.describe('for users', () => {
  test.use({ as: 'root' })
  test('"Try" opens the playground with the model', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/models/claude-opus-4-5')
    await page.getByRole('link', { name: t('models:page.try') }).click()
    await expect(page).toHaveURL('/playground')
    await expect(page.getByRole('combobox', { name: t('playground:settings.model') })).toHaveValue('claude-opus-4-5')
  })
})
