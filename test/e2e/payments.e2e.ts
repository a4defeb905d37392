import type { Order } from '#contract/api/topup.ts'
import { violations } from './axe.ts'
import { addUser, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'

const ROW = '[data-row]'

test.describe('payments by card', () => {
  test.use({ start: 'stripe' })

  test('are made at Stripe, and refunded in part from the console', async ({ page, t, client, site }) => {
    const ann = await addUser(site.url, client, 'ann')
    const payer = await page.context().browser()!.newContext({ baseURL: site.url, locale: 'en-US' })
    const wallet = await payer.newPage()
    await wallet.addInitScript(() => localStorage.setItem('language', 'en'))
    await enterAs(wallet, site.url, ann)
    await wallet.goto('/topup')
    await wallet.getByRole('button', { name: '$10', exact: true }).click()
    await wallet.getByRole('button', { name: 'Card' }).click()
    const opened = payer.waitForEvent('page')
    await wallet.getByRole('button', { name: t('wallet:confirm.action', { price: '$10.00' }) }).click()
    const stripe = await opened
    await expect(stripe.getByRole('heading')).toHaveText('Checkout 1000 usd')
    await stripe.getByRole('button', { name: 'Pay' }).click()
    const credited = t('wallet:watch.success', { amount: '$10.00' })
    await expect(stripe.getByText(credited)).toBeVisible()
    await payer.close()

    await page.goto('/order')
    const { items } = await client.send<{ items: Order[] }>('GET', '/api/topup')
    const no = items[0]?.trade_no ?? ''
    await page.getByRole('button', { name: t('orders:refund.row', { no }) }).click()
    const dialog = page.getByRole('dialog', { name: t('orders:refund.title', { no }) })
    await dialog.getByLabel(t('orders:refund.amount')).fill('10.01')
    const alert = dialog.getByRole('alert').first()
    await expect(alert).toHaveText(t('orders:refund.amountWrong', { most: '$10.00' }))
    await dialog.getByLabel(t('orders:refund.amount')).fill('2.5')
    await expect(dialog).toContainText('$10.00 → $7.50')
    await dialog.getByLabel(t('orders:refund.reason')).fill('asked for')
    expect(await violations(page, 'light')).toEqual([])
    await dialog.getByRole('button', { name: t('orders:refund.actionReturn', { price: '$2.50' }) }).click()
    await expect(page.locator(ROW).first()).toContainText(t('wallet:status.partly_refunded'))
  })

  test('have their webhook’s address and a test of the key in the settings', { tag: '@all' }, async ({
    page,
    t,
    site,
  }) => {
    await page.goto('/setting?tab=system&section=stripe')
    const address = `${site.url}/api/user/stripe/notify`
    await expect(page.getByText(t('settings:note.webhook', { address }))).toBeVisible()
    await page.getByRole('button', { name: t('settings:serviceTest.button.stripe') }).click()
    await expect(page.getByText(t('settings:serviceTest.right.stripe'))).toBeVisible()
  })
})

test.describe('payments by bank transfer', () => {
  test.use({
    start: 'empty',
    options: { TransferAccount: 'Works Ltd\nDE02 1203 0000', ServerAddress: 'http://localhost' },
  })

  test('show account and reference, and are confirmed with what arrived', { tag: '@all' }, async ({
    page,
    t,
    client,
    site,
  }) => {
    const ann = await addUser(site.url, client, 'ann')
    const payer = await page.context().browser()!.newContext({ baseURL: site.url, locale: 'en-US' })
    const wallet = await payer.newPage()
    await wallet.addInitScript(() => localStorage.setItem('language', 'en'))
    await enterAs(wallet, site.url, ann)
    await wallet.goto('/topup')
    await wallet.getByRole('button', { name: '$10', exact: true }).click()
    await wallet.getByRole('button', { name: 'Bank transfer' }).click()
    await wallet.getByRole('button', { name: t('wallet:transfer.order') }).click()
    await expect(wallet.getByText(t('wallet:transfer.title'))).toBeVisible()
    await expect(wallet.getByText('DE02 1203 0000')).toBeVisible()
    const { items } = await client.send<{ items: Order[] }>('GET', '/api/topup')
    const { reference, trade_no: no } = items[0] as Order
    await expect(wallet.getByText(reference)).toBeVisible()
    expect(await violations(wallet, 'light')).toEqual([])

    await page.goto(`/order?trade_no=${reference}`)
    await page.getByRole('button', { name: t('orders:confirm.row', { no }) }).click()
    const dialog = page.getByRole('dialog', { name: t('orders:confirm.title', { no: reference }) })
    await dialog.getByLabel(t('orders:confirm.received')).fill('9')
    await expect(dialog.getByText(t('orders:confirm.other', { amount: '$9.00' }))).toBeVisible()
    expect(await violations(page, 'light')).toEqual([])
    await dialog.getByRole('button', { name: t('orders:confirm.action', { amount: '$9.00' }) }).click()
    await expect(page.locator(ROW).first()).toContainText(t('wallet:status.success'))
    await wallet.reload()
    await expect(wallet.getByRole('definition').first()).toHaveText('$9.00')
    await payer.close()
  })
})
