import { expect, further, test } from './fixtures.ts'
import { expectStill } from './shifts.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 800 },
]) {
  test.describe(`${viewport.width} px`, further(viewport.width !== 1440), () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } })

    test('the settings stay where they are first drawn, however late code and answers come', async ({ page, t }) => {
      const still = await expectStill(page)
      // Each after the one before, so that whatever can be drawn without the rest is drawn.
      await page.route('**/assets/personal-settings-*.js', (route) => later(400).then(() => route.continue()))
      await page.route('**/api/user/self', (route) => later(700).then(() => route.continue()))
      await page.route('**/api/user/aff', (route) => later(1000).then(() => route.continue()))
      // As many as a site has: they take more room than what is drawn in their place.
      const data = Array.from({ length: 60 }, (_, index) => `model-${index}`)
      const answer = { json: { success: true, message: '', data } }
      await page.route('**/api/user/models', (route) => later(1200).then(() => route.fulfill(answer)))
      await page.goto('/setting')
      const models = page.getByRole('list', { name: t('personal:models.title') })
      await expect(models).toBeVisible()
      await expect(models.getByRole('listitem')).toHaveCount(data.length)
      await expect(page.getByRole('textbox', { name: t('personal:invite.link') })).not.toHaveValue('')
      await still()
    })
  })
}

const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
