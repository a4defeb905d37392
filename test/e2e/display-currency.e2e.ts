import type { Redemption } from '#contract/api/redemption.ts'
import type { Token } from '#contract/api/tokens.ts'
import type { Order } from '#contract/api/topup.ts'
import { expect, test } from './fixtures.ts'
import { startGateway } from './processes.ts'

test.use({ start: 'empty' })

const YUAN = { DisplayCurrency: 'CNY', DisplayRateCNY: '7.3' }

test('amounts are typed and shown in the display currency, and an untouched one is not written', {
  tag: '@all',
}, async ({ page, client, t }) => {
  for (const [key, value] of Object.entries(YUAN)) await client.send('PUT', '/api/option', { key, value })
  await page.goto('/redemption/add')
  const drawer = page.getByRole('dialog', { name: t('redemption:form.create') })
  await drawer.getByLabel(t('redemption:form.name'), { exact: true }).fill('yuan')
  const quota = drawer.getByRole('textbox', { name: t('redemption:form.quota') })
  await quota.fill('5')
  await expect(drawer.getByText(t('form:quota.currency.CNY'), { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const made = page.getByRole('dialog', { name: t('redemption:made.title') })
  await expect(made).toContainText('¥5.00')
  // The nearest quota units of 5 / 7.3 dollars.
  const [code] = await client.send<Redemption[]>('GET', '/api/redemption?page_size=10')
  expect(code?.quota).toBe(342_466)

  // ¥1.80 and a bit: what the form shows is exact, so that saving it changes nothing.
  await client.send('POST', '/api/token', { name: 'exact', remain_quota: 123_457, unlimited_quota: false })
  const token = async () => (await client.send<Token[]>('GET', '/api/token?page_size=10'))[0]
  const id = (await token())?.id
  await page.goto(`/token/edit/${id}`)
  const left = page.getByRole('textbox', { name: t('tokens:form.quota') })
  await expect(left).toHaveValue('1.80247')
  const name = page.getByLabel(t('tokens:form.name'), { exact: true })
  await name.fill('renamed')
  await left.fill('')
  await left.fill('1.80247')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await token())?.name).toBe('renamed')
  expect((await token())?.remain_quota).toBe(123_457)

  await page.goto('/pricing')
  await expect(page.getByText(/¥7\.30/)).toBeVisible()
})

test('the wallet sells whole amounts of the display currency at their price', async ({ page, client, t, site }) => {
  const gateway = await startGateway()
  const options = { ...YUAN, ServerAddress: site.url, ...gateway.options }
  for (const [key, value] of Object.entries(options)) {
    await client.send('PUT', '/api/option', { key, value: String(value) })
  }
  await page.goto('/topup')
  const amount = page.getByLabel(t('wallet:topup.amount'), { exact: true })
  // The least that is sold is a dollar.
  await expect(amount).toHaveValue('8')
  await page.getByRole('button', { name: '¥10', exact: true }).click()
  await expect(page.getByText('¥10.00')).toBeVisible()
  await page.getByRole('button', { name: /^(支付宝|Alipay)$/ }).click()
  const dialog = page.getByRole('dialog', { name: t('wallet:confirm.title') })
  await expect(dialog).toContainText('¥10.00')
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: t('wallet:confirm.action', { price: '¥10.00' }) }).click()
  const payment = await opened
  await payment.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByText(t('wallet:watch.success', { amount: '¥10.00' }))).toBeVisible()
  const history = page.getByRole('table', { name: t('wallet:lists.history') })
  await expect(history.getByText('+¥10.00')).toBeVisible()
  const orders = await client.send<{ items: Order[] }>('GET', '/api/topup/self?p=1&page_size=10')
  expect(orders.items).toMatchObject([{ quota: 684_932, money: 10, currency: 'CNY' }])
  await gateway.stop()
})
