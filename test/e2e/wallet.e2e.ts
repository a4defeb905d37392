import { OPEN, violations } from './axe.ts'
import { addUser, enterAs } from './console-client.ts'
import { expect, held, test } from './fixtures.ts'
import { startGateway, startPaymentPage } from './processes.ts'

const DOLLAR = 500_000
const ALIPAY = /^(支付宝|Alipay)$/

test.describe('a wallet', () => {
  test.use({ as: 'visitor' })

  test('takes several codes at once, and tells which one is wrong', async ({ page, t, client, site }) => {
    const user = await addUser(site.url, client, 'redeemer')
    await enterAs(page, site.url, user)
    const codes = { name: 'e2e', quota: 3 * DOLLAR, count: 2 }
    const [first, second] = await client.send<string[]>('POST', '/api/redemption', codes)
    await page.goto('/topup')
    const submit = page.getByRole('main').getByRole('button', { name: t('wallet:redeem.submit') })
    await submit.click()
    await expect(page.getByRole('alert').filter({ hasText: t('wallet:redeem.missing') })).toBeVisible()

    const field = page.getByLabel(t('wallet:redeem.code'))
    await field.fill(`  ${first}  \n\nnot-a-code\n${second} \n`)
    await submit.click()
    const results = page.getByRole('list', { name: t('wallet:redeem.results') })
    await expect(results.getByRole('listitem')).toHaveCount(3)
    await expect(results.getByRole('listitem').nth(1)).toContainText('not-a-code')
    await expect(page.getByText(t('wallet:redeem.worth', { amount: '$6.00' }))).toBeVisible()
    await expect(field).toHaveValue('not-a-code')
    const balance = page.getByRole('definition').first()
    await expect(balance).toHaveText('$6.00')
    const history = page.getByRole('table', { name: t('wallet:lists.history') })
    await expect(history.getByText('+$3.00')).toHaveCount(2)

    // A code that was used counts for nobody again.
    await field.fill(String(first))
    await submit.click()
    await expect(results.getByRole('listitem')).toHaveCount(1)
    await expect(balance).toHaveText('$6.00')
  })

  test('shows a code that was taken while the history was still on its way', { tag: '@all' }, async ({
    page,
    t,
    client,
    site,
  }) => {
    const user = await addUser(site.url, client, 'early')
    await enterAs(page, site.url, user)
    const [code] = await client.send<string[]>('POST', '/api/redemption', { name: 'e2e', quota: DOLLAR, count: 1 })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = () => {}
    const answered = new Promise<void>((resolve) => {
      asked = resolve
    })
    await page.route(/\/api\/user\/wallet/, async (route) => {
      const response = await route.fetch()
      asked()
      await released
      // The page may have given it up.
      await route.fulfill({ response }).catch(() => {})
    })
    await page.goto('/topup')
    await answered
    await page.getByLabel(t('wallet:redeem.code')).fill(String(code))
    await page
      .getByRole('main')
      .getByRole('button', { name: t('wallet:redeem.submit') })
      .click()
    await expect(page.getByRole('definition').first()).toHaveText('$1.00')
    release()
    const history = page.getByRole('table', { name: t('wallet:lists.history') })
    await expect(history.getByText('+$1.00')).toBeVisible()
  })

  test('says why nothing can be bought online', { tag: '@all' }, async ({ page, t, client, site }) => {
    await enterAs(page, site.url, await addUser(site.url, client, 'no-shop'))
    await page.goto('/topup')
    const button = page.getByRole('button', { name: ALIPAY })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(t('wallet:topup.disabled'))
    await expect(page.getByText(t('wallet:redeem.noShop'))).toBeVisible()
  })
})

test('the balance is told in calls of the usual model', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/topup')
  const left = page.getByRole('definition').nth(2)
  await expect(left).toContainText(/^\d[\d,]*0 calls to gpt-4o-mini/)
  await expect(page.getByText(t('wallet:left.title'))).toBeVisible()
})

test.describe('online top-up', () => {
  test.use({ start: 'empty' })

  test('leads to the gateway in a new tab and ends with the new balance', async ({ page, t, client, site }) => {
    const gateway = await startGateway()
    const options = { ServerAddress: site.url, ...gateway.options, MinTopUp: 2 }
    for (const [key, value] of Object.entries(options)) {
      await client.send('PUT', '/api/option', { key, value: String(value) })
    }
    await page.goto('/topup')
    const amount = page.getByLabel(t('wallet:topup.amount'), { exact: true })
    const alipay = page.getByRole('button', { name: ALIPAY })
    await expect(amount).toHaveValue('2')
    await expect(page.getByText('¥14.60')).toBeVisible()
    await amount.fill('0')
    await amount.blur()
    await expect(amount).toHaveValue('1')
    await expect(page.getByText(t('wallet:topup.low', { min: 2 })).first()).toBeVisible()
    await expect(page.getByText('¥14.60')).toBeHidden()
    await expect(alipay).toHaveAttribute('aria-disabled', 'true')

    await page.getByRole('button', { name: '$10', exact: true }).click()
    await expect(page.getByText('¥73.00')).toBeVisible()
    await alipay.click()
    const dialog = page.getByRole('dialog', { name: t('wallet:confirm.title') })
    await expect(dialog).toContainText('$10.00')
    expect(await violations(page, 'light', OPEN)).toEqual([])

    // The price rises between the question and the answer: nothing is paid at a price that was not agreed to.
    await client.send('PUT', '/api/option', { key: 'Price', value: '7.5' })
    await dialog.getByRole('button', { name: t('wallet:confirm.action', { price: '¥73.00' }) }).click()
    await expect(dialog.getByRole('alert')).toHaveText(t('wallet:confirm.changed'))
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: t('wallet:confirm.action', { price: '¥75.00' }) }).click()
    const payment = await opened
    await expect(payment.getByRole('heading', { name: 'Scan to pay' })).toBeVisible()
    expect(await payment.evaluate(() => window.opener)).toBeNull()
    await expect(page.getByText(/USR1NO/).first()).toBeVisible()
    await expect(page).toHaveURL(/order=USR1NO/)
    const history = page.getByRole('table', { name: t('wallet:lists.history') })
    await expect(history.getByText(/USR1NO/)).toBeVisible()

    await payment.getByRole('button', { name: 'Pay' }).click()
    const credited = t('wallet:watch.success', { amount: '$10.00' })
    await expect(payment.getByText(credited)).toBeVisible()
    await expect(page.getByText(credited)).toBeVisible()
    await expect(page.getByText(t('wallet:watch.balance', { amount: '$210.00' }))).toBeVisible()
    await expect(page.getByRole('definition').first()).toHaveText('$210.00')
    await page.getByRole('link', { name: t('shell:tab.receipts') }).click()
    const orders = page.getByRole('table', { name: t('wallet:lists.orders') })
    await expect(orders.getByText(t('wallet:status.success'))).toHaveCount(1)
    await gateway.stop()
  })

  test('leads to a payment page by a signed link, at its own price and currency', { tag: '@all' }, async ({
    page,
    t,
    client,
    site,
  }) => {
    const payments = await startPaymentPage(site.url)
    const options = { ServerAddress: site.url, ...payments.options, PaylinkName: 'Card', PaylinkPrice: 1.25 }
    for (const [key, value] of Object.entries(options)) {
      await client.send('PUT', '/api/option', { key, value: String(value) })
    }
    await page.goto('/topup')
    await page.getByRole('button', { name: '$10', exact: true }).click()
    await expect(page.getByText('$12.50')).toBeVisible()
    await expect(page.getByRole('button', { name: ALIPAY })).toHaveCount(0)
    await page.getByRole('button', { name: 'Card' }).click()
    const dialog = page.getByRole('dialog', { name: t('wallet:confirm.title') })
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: t('wallet:confirm.action', { price: '$12.50' }) }).click()
    const payment = await opened
    await expect(payment.getByRole('heading')).toHaveText('Pay 12.50')
    await payment.getByRole('button', { name: 'Pay' }).click()
    const credited = t('wallet:watch.success', { amount: '$10.00' })
    await expect(payment.getByText(credited)).toBeVisible()
    await expect(page.getByText(credited)).toBeVisible()
    await page.getByRole('link', { name: t('shell:tab.receipts') }).click()
    const orders = page.getByRole('table', { name: t('wallet:lists.orders') })
    await expect(orders.getByText('$12.50')).toBeVisible()
    await payments.stop()
  })

  test('asks once for two presses, and a payment that is given up leads nowhere', { tag: '@all' }, async ({
    page,
    t,
    client,
    site,
  }) => {
    const gateway = await startGateway()
    for (const [key, value] of Object.entries({ ServerAddress: site.url, ...gateway.options, MinTopUp: 2 })) {
      await client.send('PUT', '/api/option', { key, value: String(value) })
    }
    const dialogCode = await held(page, /\/pay-dialog-[^/]*\.js$/)
    await page.goto('/topup')
    await page.getByRole('button', { name: ALIPAY }).dblclick()
    await dialogCode.requested
    await page.keyboard.press('Enter')
    dialogCode.release()
    const dialog = page.getByRole('dialog', { name: t('wallet:confirm.title'), includeHidden: true })
    await expect(dialog).toBeVisible()
    await expect(dialog).toHaveCount(1)

    const order = await held(page, /\/api\/user\/pay$/)
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: t('wallet:confirm.action', { price: '¥14.60' }) }).click()
    const tab = await opened
    await order.requested
    const closed = tab.waitForEvent('close')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    order.release()
    await closed
    await expect(page).toHaveURL('/topup')
    await gateway.stop()
  })
})
