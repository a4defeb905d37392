import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('the hidden checklist comes back when something breaks, and by the palette', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  await client.send('PUT', '/api/option', { key: 'GroupRatio', value: '{"default":1}' })
  await page.goto('/detail')
  const card = page.getByRole('region', { name: t('setup:title') })
  const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText(t('setup:progress', { done: 1, total: 8 }))).toBeVisible()
  await card.getByRole('button', { name: t('setup:hide') }).click()
  await expect(page.getByText(t('setup:hidden'))).toBeVisible()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(page.getByText(t('dashboard:empty.title'))).toBeVisible()
  await expect(card).toBeHidden()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(t('setup:show').slice(0, 12))
  await page.getByRole('option', { name: t('setup:show') }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: t('setup:hide') }).click()
  await expect(card).toBeHidden()

  const model = { type: 1, name: 'odd', key: 'sk-odd', models: 'odd-one' }
  const [channel] = await client.send<{ id: number }[]>('POST', '/api/channel', model)
  await page.reload()
  await expect(step(t('setup:step.prices.title'))).toBeVisible()
  await client.send('DELETE', `/api/channel/${channel?.id}`)
  await page.reload()
  await expect(page.getByText(t('dashboard:empty.title'))).toBeVisible()
  await expect(card).toBeHidden()
})

test('what stands below the checklist does not move when it comes', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/detail')
  const card = page.getByRole('region', { name: t('setup:title') })
  const below = page.getByText(t('dashboard:empty.title'))
  await expect(card).toBeVisible()
  await expect(below).toBeVisible()
  const before = (await below.boundingBox())?.y
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/setup', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(below).toBeVisible()
  await expect(card).toBeHidden()
  await expect.poll(async () => (await below.boundingBox())?.y).toBe(before)
  answer()
  await expect(card).toBeVisible()
  expect((await below.boundingBox())?.y).toBe(before)
})

test('each step leads to the very place', { tag: '@all' }, async ({ page, client, t }) => {
  await client.send('POST', '/api/channel', { type: 1, name: 'odd', key: 'sk-odd', models: 'odd-one' })
  await page.goto('/detail')
  const card = page.getByRole('region', { name: t('setup:title') })
  const press = (name: string) => card.getByRole('button', { name, exact: true }).click()

  await press(t('setup:step.prices.action'))
  await expect(page).toHaveURL('/price?shown=unpriced')
  await expect(page.getByText('odd-one').first()).toBeVisible()

  await page.goBack()
  await press(t('setup:step.entry.action'))
  await expect(page).toHaveURL('/setting?tab=system&section=login')
  await expect(page.getByRole('heading', { level: 1, name: t('options:section.system.login.title') })).toBeInViewport()

  await page.goBack()
  await press(t('setup:step.mail.action'))
  await expect(page.getByRole('heading', { name: t('options:section.system.smtp.title') })).toBeInViewport()

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: t('setup:step.password.title') }).click()
  await expect(page.getByRole('dialog', { name: t('shell:password.change') })).toBeVisible()
})

test.describe('with another address in the settings', () => {
  test.use({ options: { ServerAddress: 'https://gateway.example.com' } })

  test('the one in the bar replaces it only after a question', { tag: '@all' }, async ({ page, site, client, t }) => {
    await page.goto('/detail')
    const card = page.getByRole('region', { name: t('setup:title') })
    const here = site.url.replace(/\/$/, '')
    const address = 'https://gateway.example.com'
    await expect(card.getByText(t('setup:step.address.differs', { address, here }))).toBeVisible()
    const button = card.getByRole('button', { name: t('setup:step.address.action', { here }) })
    await button.click()
    const question = page.getByRole('dialog', { name: t('setup:step.address.ask') })
    await question.getByRole('button', { name: t('common:action.cancel') }).click()
    await expect(button).toBeVisible()
    await button.click()
    await question.getByRole('button', { name: t('setup:step.address.replace') }).click()
    await expect(button).toBeHidden()
    const status = await client.send<{ server_address: string }>('GET', '/api/status')
    expect(status.server_address).toBe(here)
  })
})
