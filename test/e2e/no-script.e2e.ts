import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test.use({ as: 'visitor', javaScriptEnabled: false, locale: 'en-US', storageState: { cookies: [], origins: [] } })

const PAGES: [path: string, text: string | RegExp][] = [
  ['/', '/v1/chat/completions'],
  ['/models', MODEL],
  [`/models/${MODEL}`, /per million tokens/],
  ['/pricing', MODEL],
  ['/docs', 'SWITCHYARD_KEY'],
  ['/docs/errors', 'token_expired'],
  ['/docs/reference', '/v1/messages'],
]

test('pages for visitors can be read without JavaScript', async ({ page }) => {
  for (const [path, text] of PAGES) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('main')).toContainText(text)
    })
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click()
  await page.getByRole('link', { name: 'Formats' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Formats')
})

test.describe('on a slow line', () => {
  test.use({ javaScriptEnabled: true })
  test('the text is shown before the code is there', { tag: '@all' }, async ({ page }) => {
    let send = () => {}
    const sent = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await sent
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.locator('html[data-slow]')).toHaveCount(1)
    await expect(page.locator('.early').getByRole('heading', { level: 1 })).toBeVisible()
    send()
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    await expect(page.locator('.early')).toHaveCount(0)
  })
})
