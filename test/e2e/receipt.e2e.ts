import type { Order } from '#contract/api/topup.ts'
import { violations } from './axe.ts'
import { setOptions } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { startGateway } from './processes.ts'

test.use({ start: 'empty' })

test('an order has a receipt, which is printed without the console around it', async ({ page, t, client, site }) => {
  const gateway = await startGateway()
  await setOptions(client, { ServerAddress: site.url, ...gateway.options })
  const response = await fetch(`${site.url}/api/user/pay`, {
    method: 'POST',
    headers: { Cookie: `${client.cookie.name}=${client.cookie.value}`, 'New-Api-User': String(client.user.id) },
    body: JSON.stringify({ amount: 2, top_up_code: '', payment_method: 'zfb' }),
  })
  expect(response.status).toBe(200)
  const { items } = await client.send<{ items: Order[] }>('GET', '/api/topup/self')
  const order = items[0]!

  await page.goto('/topup?view=orders')
  await page.getByRole('link', { name: t('wallet:receipt.openOf', { no: order.trade_no }) }).click()
  await expect(page).toHaveURL(`/receipt/${order.id}`)
  const receipt = page.getByRole('article', { name: t('wallet:receipt.title') })
  await expect(receipt).toContainText(order.trade_no)
  await expect(receipt).toContainText('root')
  await expect(page.getByText(t('wallet:receipt.unpaid'))).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  await expect(page.getByText(t('wallet:receipt.unpaid'))).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: t('shell:nav.main') })).toBeHidden()
  await page.emulateMedia({ media: null })
  expect(await violations(page, 'light')).toEqual([])
  await gateway.stop()
})
