import type { Order } from '#contract/api/topup.ts'
import { OPEN, violations } from './axe.ts'
import { buy } from './buy.ts'
import { addUser, setOptions } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { startGateway } from './processes.ts'

const DOLLAR = 500_000

test.describe('the orders of all users', () => {
  test.use({ start: 'empty' })

  test('are listed, filtered, checked at the gateway, and refunded with their balance told', async ({
    page,
    t,
    client,
    site,
  }) => {
    const gateway = await startGateway()
    await setOptions(client, { ServerAddress: site.url, ...gateway.options })
    const ann = await addUser(site.url, client, 'ann')
    const bob = await addUser(site.url, client, 'bob')
    const paid = await buy(site.url, ann, true)
    const open = await buy(site.url, bob, false)
    await expect(async () => {
      const { items } = await client.send<{ items: Order[] }>('GET', '/api/topup?status=success')
      expect(items).toHaveLength(1)
    }).toPass()

    await page.goto('/')
    await page.getByRole('link', { name: t('shell:section.people'), exact: true }).click()
    await page.getByRole('link', { name: t('shell:tab.order'), exact: true }).click()
    await expect(page).toHaveURL('/order')
    const rows = page.locator('[data-row]')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('bob')
    // Less what a scrollbar at the edge of the list takes.
    await page.setViewportSize({ width: 1440 - 15, height: 900 })
    const list = page.locator('main section:has(> table)')
    await expect.poll(() => list.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0)
    const sum = (status: 'success' | 'pending' | 'refunded') =>
      page.getByText(t('orders:sum.text', { status: t(`wallet:status.${status}`), price: '¥14.60', count: '1' }), {
        exact: true,
      })
    await expect(sum('success')).toBeVisible()
    await expect(sum('pending')).toBeVisible()

    await page.getByRole('combobox', { name: t('wallet:orders.status'), exact: true }).selectOption('success')
    await expect(page).toHaveURL('/order?status=success')
    await expect(rows).toHaveCount(1)
    await expect(sum('pending')).toBeHidden()
    await page.goto('/order?username=bob')
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: t('orders:check.row', { no: open }) }).click()
    await expect(page.getByText(t('orders:check.unpaid', { no: open }))).toBeVisible()
    await expect(page.getByRole('button', { name: t('orders:refund.row', { no: open }) })).toBeHidden()
    await page.goto('/order?username=nobody')
    await expect(page.getByText(t('table:none.matching'), { exact: true })).toBeVisible()

    await page.goto('/order?username=ann')
    const refund = page.getByRole('button', { name: t('orders:refund.row', { no: paid }) })
    await refund.click()
    const dialog = page.getByRole('dialog', { name: t('orders:refund.title', { no: paid }) })
    await expect(dialog).toContainText(t('orders:refund.change', { before: '$2.00', after: '$0.00' }))
    expect(await violations(page, 'light', OPEN)).toEqual([])
    await expect(dialog).toContainText('¥14.60')
    const yes = dialog.getByRole('button', { name: t('orders:refund.action', { amount: '$2.00' }) })
    await expect(yes).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel(t('orders:refund.reason')).fill('paid twice')
    await yes.click()
    const done = { no: paid, amount: '$2.00', name: 'ann', balance: '$0.00' }
    await expect(page.getByText(t('orders:refund.done', done))).toBeVisible()
    await expect(rows.first()).toContainText(t('wallet:status.refunded'))
    await expect(refund).toBeHidden()
    expect(await ann.send('GET', '/api/user/self')).toMatchObject({ quota: 0 })

    await rows.first().getByText(t('wallet:status.refunded'), { exact: true }).click()
    await expect(page.getByText(t('orders:state.refunded'))).toBeVisible()
    await page.getByRole('button', { name: t('orders:detail.history') }).click()
    const history = page.getByRole('dialog', { name: t('orders:history', { name: 'ann' }) })
    await expect(history).toContainText('paid twice')
    await history.press('Escape')
    await page.getByRole('dialog').getByRole('link', { name: 'ann', exact: true }).click()
    await expect(page).toHaveURL(`/user/${ann.user.id}`)
    await gateway.stop()
  })

  test('a refund of what has been spent is not offered', { tag: '@all' }, async ({ page, t, client, site }) => {
    const gateway = await startGateway()
    await setOptions(client, { ServerAddress: site.url, ...gateway.options })
    const ann = await addUser(site.url, client, 'ann')
    const paid = await buy(site.url, ann, true)
    await expect(async () => {
      expect(await ann.send('GET', '/api/user/self')).toMatchObject({ quota: 2 * DOLLAR })
    }).toPass()
    await client.send('PUT', '/api/user', { id: ann.user.id, quota_change: `-${DOLLAR}`, reason: 'spent' })
    await page.goto('/order')
    await page.getByRole('button', { name: t('orders:refund.row', { no: paid }) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(t('orders:refund.spent', { amount: '$2.00', balance: '$1.00' }))
    await dialog.getByLabel(t('orders:refund.reason')).fill('please')
    const yes = dialog.getByRole('button', { name: t('orders:refund.action', { amount: '$2.00' }) })
    await expect(yes).toHaveAttribute('aria-disabled', 'true')
    await gateway.stop()
  })
})
