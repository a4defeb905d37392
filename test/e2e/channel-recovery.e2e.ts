import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test.beforeEach(async ({ site, client }) => {
  const channel = { type: 24, base_url: site.upstreamUrl, models: 'gpt-4o' }
  await client.send('POST', '/api/channel', { ...channel, name: 'typed', key: 'sk-good', priority: 5 })
  for (const [name, key] of [
    ['back', 'sk-good'],
    ['gone', 'sk-bad'],
  ]) {
    const [{ id }] = await client.send<[{ id: number }]>('POST', '/api/channel', { ...channel, type: 1, name, key })
    await client.send('PUT', '/api/channel', { id, status: CHANNEL_STATUS.autoDisabled })
  }
})

test('what was switched off by itself is tested and enabled in one press, or stays off and says why', {
  tag: '@all',
}, async ({ page, t }) => {
  await page.goto('/channel')
  const row = (name: string) => page.getByRole('row', { name })
  const label = (name: string) => t('channels:recover.label', { name, status: t('channels:status.autoDisabled') })
  await row('back')
    .getByRole('button', { name: label('back') })
    .click()
  await expect(page.getByText(/^back passed in \d\.\d\d s and is enabled again\.$/)).toBeVisible()
  await expect(row('back')).toContainText(t('channels:status.enabled'))
  await expect(row('back')).toContainText(/\d m?s/)

  await row('gone').focus()
  await page.keyboard.press('Shift+O')
  await expect(page.getByText(/^gone stays disabled\. Test failed: status code 401/).first()).toBeVisible()
  await expect(row('gone')).toContainText(t('channels:response.failed'))
  await expect(row('gone').getByRole('button', { name: label('gone') })).toBeVisible()

  await row('back').focus()
  await page.keyboard.press('Shift+O')
  await expect(page.getByText(t('channels:recover.notOff', { name: 'back' }))).toBeVisible()
})

test('a long name of a type is whole, and makes its row no higher than others', { tag: '@all' }, async ({ page }) => {
  await page.goto('/channel')
  const row = page.getByRole('row', { name: 'typed' })
  const name = row.getByText('Google Gemini', { exact: true })
  await expect(name).toBeVisible()
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(30)
})
