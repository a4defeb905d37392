import { expect, test } from './fixtures.ts'

// Options are the site's own: a test that changes them has a site to itself.
test.use({ start: 'empty' })

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="teal"/></svg>'
const TOO_LARGE = 20_000

test('root picks a logo, an accent and the blocks of the home page, and sees what follows before saving', {
  tag: '@all',
}, async ({ page, client, t }) => {
  await page.goto('/setting?tab=other&section=all')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(TOO_LARGE) })
  await expect(page.getByRole('alert').filter({ hasText: 'kB' })).toBeVisible()
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
  await expect(page.getByRole('img', { name: t('options:picture.preview') })).toBeVisible()

  const accent = page.getByRole('textbox', { name: t('options:option.AccentColor.label'), exact: true })
  await accent.fill('#ffee00')
  await expect(page.getByText('1.2:1')).toBeVisible()
  await accent.fill('#0a6d4a')
  await expect(page.getByText('1.2:1')).toBeHidden()
  await expect(page.getByText('#0a6d4a', { exact: true })).toBeVisible()

  const blocks = page.getByRole('list', { name: t('options:option.HomeBlocks.label') })
  await blocks.getByRole('checkbox', { name: t('options:order.call') }).uncheck()
  const up = blocks.getByRole('button', { name: t('options:order.up', { name: t('options:order.facts') }) })
  await up.click()
  await up.click()
  await page.getByRole('button', { name: t('settings:bar.save'), exact: true }).click()

  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg\+xml;base64,/)
  // The page follows without being loaded anew.
  const primary = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())
  await expect.poll(primary).toBe('#0a6d4a')
  const stored = await client.send<{ key: string; value: string }[]>('GET', '/api/option')
  expect(stored.find(({ key }) => key === 'HomeBlocks')?.value).toBe('facts,models,uptime')
})
