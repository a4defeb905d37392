import { expect, further, test } from './fixtures.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('lists are cards', async ({ page, t }) => {
  for (const [path, title] of [
    ['/token', t('tokens:title')],
    ['/channel', t('channels:title')],
    ['/redemption', t('redemption:title')],
    ['/log', t('logs:title')],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('list', { name: title }).getByRole('listitem')).toHaveCount(10)
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})

for (const language of ['zh', 'en'] as const) {
  test.describe(`320 px wide, ${language}`, further(language !== 'zh', '@all'), () => {
    test.use({ start: 'empty', language, viewport: { width: 320, height: 640 } })

    test('every place of the bottom bar is named in full, and no count sticks out', { tag: '@all' }, async ({
      page,
      t,
      client,
    }) => {
      const models = Array.from({ length: 120 }, (_, n) => `unpriced-${n}`).join()
      await client.send('POST', '/api/channel', { type: 1, name: 'unpriced', key: 'sk-1', models, group: 'default' })
      await page.goto('/')
      const bar = page.getByRole('navigation', { name: t('shell:nav.main') })
      await expect(bar.getByRole('link')).toHaveCount(4)
      await expect(bar.getByText('99+')).toBeVisible()
      const places = await bar.evaluate((nav) =>
        [...nav.children].map((place) => ({
          wide: place.clientWidth >= 44,
          cut: [place, ...place.querySelectorAll('span:not(.sr-only)')].some(
            (part) => part.scrollWidth > part.clientWidth,
          ),
        })),
      )
      expect(places).toEqual(places.map(() => ({ wide: true, cut: false })))
    })
  })
}

test('a key is copied in two taps from anywhere', async ({ page, t, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: t('shell:nav.main') })
  await navigation.getByRole('link', { name: t('shell:section.keys') }).tap()
  await page.getByRole('button', { name: t('tokens:row.copy', { name: 'app-19' }), exact: true }).tap()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sk-[0-9A-Za-z]{48}$/)
})

test('a channel is disabled in three taps from anywhere', { tag: '@all' }, async ({ page, t, client }) => {
  const name = 'failing'
  await client.send('POST', '/api/channel', { type: 1, name, key: 'sk-1', models: 'gpt-5', group: 'vip', priority: 20 })
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: t('shell:nav.main') })
  await navigation.getByRole('link', { name: t('shell:section.channels') }).tap()
  await page.getByRole('button', { name: t('channels:row.disable', { name }) }).tap()
  await expect(page.getByRole('button', { name: t('channels:row.enable', { name }) })).toBeVisible()
})

test('what the drawings warn of takes one line, and all of it when pressed', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/midjourney')
  const text = page.getByText(t('drawing:callback.off'))
  const heightOf = async () => (await text.boundingBox())?.height ?? 0
  await expect.poll(heightOf).toBeGreaterThan(0)
  const line = await heightOf()
  expect(line).toBeLessThan(30)
  await text.tap()
  await expect.poll(heightOf).toBeGreaterThan(3 * line)
})

test('a drawer fills the screen and closes', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/token')
  await page.getByRole('link', { name: t('tokens:add') }).tap()
  const drawer = page.getByRole('dialog', { name: t('tokens:form.create') })
  await expect(drawer).toBeVisible()
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(360)
  await drawer.getByRole('button', { name: t('common:action.close') }).tap()
  await expect(drawer).toBeHidden()
})
