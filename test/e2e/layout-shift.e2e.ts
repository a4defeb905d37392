import type { Page } from '@playwright/test'
import { expect, further, test } from './fixtures.ts'
import { drawn, expectStill } from './shifts.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 800 },
]) {
  test.describe(`${viewport.width} px`, further(viewport.width !== 1440), () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } })

    test('the settings stay where they are first drawn, however late code and answers come', { tag: '@all' }, async ({
      page,
      t,
    }) => {
      const still = await expectStill(page)
      // As many as a site has: they take more room than what is drawn in their place.
      const data = Array.from({ length: 60 }, (_, index) => `model-${index}`)
      await inTurn(page, [
        ['**/assets/personal-settings-*.js'],
        ['**/api/user/self'],
        ['**/api/user/aff'],
        ['**/api/user/models', { success: true, message: '', data }],
      ])
      await page.goto('/setting')
      const models = page.getByRole('list', { name: t('personal:models.title') })
      await expect(models).toBeVisible()
      await expect(models.getByRole('listitem')).toHaveCount(data.length)
      await expect(page.getByRole('textbox', { name: t('personal:invite.link') })).not.toHaveValue('')
      await still()
    })
  })
}

/**
 * Lets requests be answered one by one, each when what the one before has brought is drawn, so that whatever can be drawn
 * without the rest is drawn. An answer that is given replaces that of the server.
 */
async function inTurn(page: Page, requests: [url: string, json?: object][]) {
  let turn = Promise.resolve()
  for (const [url, json] of requests) {
    const before = turn
    turn = page
      .waitForResponse(url)
      .then((response) => response.finished())
      .then(() => drawn(page))
    await page.route(url, async (route) => {
      await before
      await (json ? route.fulfill({ json }) : route.continue())
    })
  }
}
