import type { Channel } from '#contract/api/channels.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('a buy price is set in the channel’s form, and its costs make the margin', async ({ page, site, client, t }) => {
  const body = { name: 'main', type: 1, key: 'sk-right', models: 'fake-gpt', base_url: site.upstreamUrl }
  const [channel] = await client.send<Channel[]>('POST', '/api/channel', body)
  await page.goto(`/channel/edit/${channel!.id}`)
  const drawer = page.getByRole('dialog')
  await drawer.locator('button[aria-expanded]', { hasText: t('channels:form.section.buyPrice') }).click()
  await drawer.getByLabel(t('channels:buyPrice.discount')).fill('0.5')
  await drawer.getByRole('button', { name: t('channels:buyPrice.add') }).click()
  await drawer.getByLabel(t('channels:buyPrice.model')).fill('fake-gpt')
  await drawer.getByLabel(t('channels:buyPrice.cell.input'), { exact: true }).fill('2')
  await drawer.getByLabel(t('channels:buyPrice.cell.output'), { exact: true }).fill('8')
  await drawer.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(drawer).toBeHidden()
  const saved = await client.send<Channel>('GET', `/api/channel/${channel!.id}`)
  expect(JSON.parse(saved.buy_price)).toEqual({ discount: 0.5, models: { 'fake-gpt': { input: 2, output: 8 } } })

  await client.send('GET', `/api/channel/test/${channel!.id}?model=fake-gpt`)
  await expect
    .poll(async () => (await client.send<{ rows: { cost: number }[] }>('GET', '/api/margin')).rows[0]?.cost)
    .toBeGreaterThan(0)
  await page.goto('/margin')
  const row = page.getByRole('row', { name: /^main/ })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: t('margin:column.cost'), exact: true }).click()
  await expect(page).toHaveURL(/sort=cost/)
  await expect(row.getByRole('link', { name: 'main', exact: true })).toHaveAttribute('href', `/channel/${channel!.id}`)
  await row.getByRole('link', { name: t('margin:breakDownOf', { name: 'main' }) }).click()
  await expect(page.getByRole('row', { name: /fake-gpt/ })).toBeVisible()
  await expect(page.getByText(t('margin:filter.channel', { id: channel!.id }))).toBeVisible()
})

test('a bill is compared with the costs of a channel, and the report stays', { tag: '@all' }, async ({
  page,
  site,
  client,
  t,
}) => {
  const body = { name: 'main', type: 1, key: 'sk-right', models: 'fake-gpt', base_url: site.upstreamUrl }
  await client.send('POST', '/api/channel', body)
  await page.goto('/margin?view=bills')
  const name = 'vendor.csv'
  const text = 'day,model,cost\n2026-01-01,some-model,12.5\n'
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel(t('margin:bill.channels')).fill('main')
  await page.getByRole('option', { name: /main/ }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: t('margin:bill.compare') }).click()
  await expect(page.getByRole('alert')).toContainText('line 1')
  await page.getByLabel(t('margin:bill.formatLabel')).selectOption('other')
  await expect(page.getByLabel(t('margin:bill.of.amount'))).toHaveValue('cost')
  await page.getByRole('button', { name: t('margin:bill.compare') }).click()
  const line = page.getByRole('row', { name: /some-model/ })
  await expect(line).toContainText(t('margin:bill.why.elsewhere'))
  await page.reload()
  await expect(line).toContainText('$12.50')
  await page.getByRole('link', { name: t('margin:bill.back') }).click()
  await page.getByRole('button', { name: t('margin:bill.deleteOf', { file: name }) }).click()
  await expect(page.getByRole('link', { name })).toBeHidden()
})
