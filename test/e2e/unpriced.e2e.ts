import { expect, test } from './fixtures.ts'

// Prices are the site's own: a test that changes them has a site to itself.
test.use({ start: 'empty' })

test('models without a price are found, and priced with nothing but numbers to type', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  const models = ['odd-one', 'odd-three', 'odd-two']
  await client.send('POST', '/api/channel', { type: 1, name: 'odd', key: 'sk-odd', models: models.join(',') })
  await page.goto('/setting?tab=operation&section=ratio')
  const ratios = page.locator('#option-ModelRatio')
  const found = ratios.getByRole('heading', { name: t('settings:unpriced.title', { count: 3 }) })
  await expect(found).toBeVisible()
  await ratios.getByRole('button', { name: t('settings:unpriced.addAll') }).click()
  await expect(found).toBeHidden()
  const lines = ratios.getByRole('group', { name: t('options:option.ModelRatio.label') }).getByRole('listitem')
  for (const [index, model] of models.entries()) {
    const [name, number] = [lines.nth(index).getByRole('textbox').first(), lines.nth(index).getByRole('textbox').last()]
    await expect(name).toHaveValue(model)
    if (index === 0) await expect(number).toBeFocused()
    await number.fill('1.5')
  }
  const bar = page.getByRole('region', { name: t('settings:bar.label') })
  await bar.getByRole('button', { name: t('settings:bar.save'), exact: true }).click()
  await expect(bar).toBeHidden()
  const options = await client.send<{ key: string; value: string }[]>('GET', '/api/option')
  expect(JSON.parse(options.find(({ key }) => key === 'ModelRatio')?.value ?? '')).toEqual(
    Object.fromEntries(models.map((name) => [name, 1.5])),
  )
  await page.reload()
  await expect(lines).toHaveCount(3)
  await expect(ratios.getByRole('heading')).toHaveCount(0)
})
