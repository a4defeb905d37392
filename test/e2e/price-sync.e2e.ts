import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

// Prices are the site's own: a test that changes them has a site to itself.
test.use({ start: 'empty' })

test('a list is entered and read; its prices are chosen, applied and taken back', { tag: '@all' }, async ({
  page,
  client,
  site,
  t,
}) => {
  await client.send('POST', '/api/channel', {
    ...{ type: 1, name: 'new', key: 'sk-new', group: 'default', models: 'gpt-4o,gpt-4.1-mini,gpt-5-mini,zebra' },
  })
  await page.goto('/price')
  await page.getByRole('link', { name: t('shell:tab.priceSync'), exact: true }).click()
  await expect(page.getByText(t('priceSync:never'))).toBeVisible()
  const read = page.getByRole('button', { name: t('priceSync:check') })
  await expect(read).toHaveAttribute('aria-disabled', 'true')

  // An address without a list changes nothing and says why.
  const lists = page.getByRole('textbox', { name: t('priceSync:settings.sources') })
  const save = async (text: string) => {
    await lists.fill(text)
    await page.getByRole('button', { name: t('common:action.save') }).click()
    await expect(page.getByRole('button', { name: t('common:action.save') })).toHaveAttribute('aria-disabled', 'true')
  }
  await save(`${site.upstreamUrl}/v1/nothing`)
  await read.click()
  await expect(page.getByRole('alert').filter({ hasText: t('priceSync:failed') })).toBeVisible()

  await save(`${site.upstreamUrl}/prices/model_prices.json`)
  await read.click()
  const box = (model: string) => page.getByRole('checkbox', { name: t('priceSync:choose', { model }) })
  await expect(box('gpt-4o')).toBeChecked()
  await expect(box('gpt-4.1-mini')).not.toBeChecked()
  await expect(page.getByText(t('priceSync:held.large'))).toBeVisible()
  expect(await violations(page, 'light')).toEqual([])

  await page.getByRole('button', { name: t('priceSync:lock', { model: 'gpt-5-mini' }) }).click()
  await expect(box('gpt-5-mini')).toBeDisabled()
  await box('gpt-4.1-mini').check()
  await page.getByRole('button', { name: t('priceSync:apply', { count: 2 }) }).click()
  // What was said of the settings before may still be shown, and is a dialog, too.
  const question = (action: string) =>
    page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .filter({ has: page.getByRole('button', { name: action }) })
  const apply = question(t('priceSync:apply', { count: 2 }))
  await expect(apply).toContainText(t('priceSync:ask.held', { count: 1 }))
  expect(await violations(page, 'light')).toEqual([])
  await apply.getByRole('button', { name: t('priceSync:apply', { count: 2 }) }).click()
  await expect(box('gpt-4o')).toHaveCount(0)

  const ratio = async () => {
    const { rows } = await client.send<{ rows: { model: string; listed: { model_ratio: number } | null }[] }>(
      'GET',
      '/api/option/prices',
    )
    return ['gpt-4o', 'gpt-4.1-mini', 'gpt-5-mini'].map(
      (name) => rows.find(({ model }) => model === name)?.listed?.model_ratio,
    )
  }
  expect(await ratio()).toEqual([1.2, 0.4, 0.125])
  await page.getByRole('button', { name: t('priceSync:undo.action') }).click()
  await question(t('priceSync:undo.action'))
    .getByRole('button', { name: t('priceSync:undo.action') })
    .click()
  await expect(page.getByText(t('priceSync:outcome.undone'))).toBeVisible()
  expect(await ratio()).toEqual([1.25, 0.2, 0.125])
  await expect(box('gpt-4o')).toBeVisible()
})
