import type { Order } from '#contract/api/topup.ts'
import { violations } from './axe.ts'
import { buy } from './buy.ts'
import { addUser, enterAs, setOptions } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { startGateway } from './processes.ts'

test.use({ start: 'empty', as: 'visitor' })

test('a payment has a numbered receipt, made out to its customer, to print and as a PDF', async ({
  page,
  t,
  client,
  site,
}) => {
  const gateway = await startGateway()
  const company = { ReceiptCompany: 'Example Ltd.', ReceiptTaxName: 'VAT', ReceiptTaxRate: 19 }
  await setOptions(client, { ServerAddress: site.url, ...gateway.options, ...company })
  const ann = await addUser(site.url, client, 'ann')
  const tradeNo = await buy(site.url, ann, true)
  await expect(async () => {
    const { items } = await ann.send<{ items: Order[] }>('GET', '/api/topup/self?status=success')
    expect(items).toHaveLength(1)
  }).toPass()

  await enterAs(page, site.url, ann)
  await page.goto('/topup?view=orders')
  await page.getByRole('link', { name: t('wallet:receipt.openOf', { no: tradeNo }) }).click()
  const number = `${new Date().getFullYear()}-0001`
  const receipt = page.getByRole('article', { name: `${t('receipts:receipt.receipt')} ${number}` })
  for (const text of [tradeNo, 'ann', 'Example Ltd.', '14.60 CNY', '2.33 CNY', '12.27 CNY']) {
    await expect(receipt).toContainText(text)
  }

  await page.getByRole('button', { name: t('receipts:billing.name') }).click()
  await page.getByLabel(t('receipts:billing.company')).fill('Acme GmbH')
  await page.getByLabel(t('receipts:billing.address')).fill('Straße 5\nBerlin')
  await page.getByRole('button', { name: t('common:action.save'), exact: true }).click()
  await expect(receipt).toContainText('Acme GmbH')
  await expect(page.getByRole('button', { name: t('receipts:billing.name') })).toBeHidden()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('receipts:receipt.pdf', { number }) }).click()
  expect((await saved).suggestedFilename()).toBe(`${number}.pdf`)

  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  await expect(page.getByRole('button', { name: t('receipts:receipt.print') })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: t('shell:nav.main') })).toBeHidden()
  await page.emulateMedia({ media: null })
  expect(await violations(page, 'light')).toEqual([])
  await gateway.stop()
})

test('an order that is not paid is no receipt', { tag: '@all' }, async ({ page, t, client, site }) => {
  const gateway = await startGateway()
  await setOptions(client, { ServerAddress: site.url, ...gateway.options })
  await buy(site.url, client, false)
  const { items } = await client.send<{ items: Order[] }>('GET', '/api/topup/self')
  await enterAs(page, site.url, client)
  await page.goto(`/receipt/${items[0]!.id}`)
  await expect(page.getByText(t('receipts:receipt.unpaid'))).toBeVisible()
  await expect(page.getByRole('article')).toContainText(items[0]!.trade_no)
  await gateway.stop()
})
