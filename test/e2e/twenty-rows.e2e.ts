import { expect, test } from './fixtures.ts'

const ROWS = 20
/** Below the tabs of a section, and the sums of the log, two fewer are in sight. */
const ROWS_BELOW_TABS = 18

test.use({ viewport: { width: 1440, height: 900 }, start: 'empty', options: { Notice: 'A notice above every page' } })

test('every list shows twenty rows at 1440×900, below a notice too', { tag: '@all' }, async ({ page, client }) => {
  const codes = await client.send<string[]>('POST', '/api/redemption', { name: 'gift', count: ROWS, quota: 1000 })
  for (const [at, key] of codes.entries()) {
    await client.send('POST', '/api/user/topup', { key })
    await client.send('POST', '/api/token', { name: `token ${at}`, unlimited_quota: true })
    await client.send('POST', '/api/user', { username: `user-${at}`, password: 'password-1', display_name: '' })
    const channel = { type: 1, key: 'sk-1', models: 'gpt-4o', group: 'default', name: `channel ${at}` }
    await client.send('POST', '/api/channel', channel)
  }
  for (const path of ['/log', '/token', '/channel', '/user', '/redemption', '/audit']) {
    await page.goto(`${path}?size=${ROWS}`)
    const rows = page.locator('tbody [data-row]')
    await expect(rows).toHaveCount(ROWS)
    await expect(page.getByText('A notice above every page')).toBeVisible()
    const inSight = () =>
      page.locator('main section:has(> table)').evaluate((list) => {
        const { bottom } = list.getBoundingClientRect()
        return [...list.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= bottom + 1)
          .length
      })
    await expect.poll(inSight, path).toBeGreaterThanOrEqual(path === '/token' ? ROWS : ROWS_BELOW_TABS)
  }
})
