import { expect, test } from './fixtures.ts'

const ARABIC = 'قناة طويلة جدا للاختبار في القائمة وما إذا كانت تنقلب علامات الترقيم'

test('a name that is written from the right loses its end when it is cut, not its beginning', { tag: '@all' }, async ({
  page,
  client,
}) => {
  await client.send('POST', '/api/token', { name: ARABIC.slice(0, 50), remain_quota: 1, expired_time: -1 })
  const [token] = await client.send<{ id: number; name: string }[]>('GET', '/api/token?page_size=10')
  expect(token?.name).toBe(ARABIC.slice(0, 50))
  await page.goto('/token')
  const name = page.locator(`[data-row="${token?.id}"] th a`)
  await expect(name).toBeVisible()
  const first = await name.evaluate((link) => {
    const range = document.createRange()
    range.setStart(link.firstChild as Node, 0)
    range.setEnd(link.firstChild as Node, 1)
    const sign = range.getBoundingClientRect()
    const box = link.getBoundingClientRect()
    return { isCut: link.scrollWidth > link.clientWidth, left: sign.left - box.left, right: box.right - sign.right }
  })
  expect(first.isCut).toBe(true)
  expect(first.left).toBeGreaterThanOrEqual(0)
  expect(first.right).toBeGreaterThanOrEqual(0)
  await client.send('DELETE', `/api/token/${token?.id}`)
})

test.describe('in Chinese', () => {
  test.use({ language: 'zh' })

  test('a record that is gone is told in the words of the console', { tag: '@all' }, async ({ page, t }) => {
    for (const path of ['/token', '/user', '/redemption']) {
      await page.goto(`${path}/edit/999999`)
      const failure = page.getByRole('dialog').getByRole('alert')
      await expect(failure).toContainText(t('form:gone'))
      await expect(failure).not.toContainText('record not found')
    }
  })

  test('a channel that is gone asks for no refresh, and leads back to the list as it was', { tag: '@all' }, async ({
    page,
    t,
  }) => {
    await page.goto('/channel/edit/999999?group=vip')
    const failure = page.getByRole('dialog').getByRole('alert')
    await expect(failure).toContainText(t('editor:gone.hint'))
    await failure.getByRole('button', { name: t('editor:gone.back') }).click()
    await expect(page).toHaveURL('/channel?group=vip')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
