import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('an administrator makes the status page public, reports an incident, and ends it', { tag: '@all' }, async ({
  page,
  client,
  browser,
  site,
  t,
}) => {
  const channel = { type: 1, name: 'one', key: 'sk-1', base_url: 'http://127.0.0.1:1', models: 'gpt-4o,gpt-4o-mini' }
  await client.send('POST', '/api/channel', channel)
  await page.goto('/status')
  await expect(page.getByText(t('status:off.title'))).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(2)
  const early = await browser.newPage()
  await early.goto(`${site.url}/status`)
  // In the language of that browser: a heading and the one sentence that it is not public.
  await expect(early.getByRole('main').getByRole('paragraph')).toHaveCount(1)
  await expect(early.locator('[data-row]')).toHaveCount(0)
  await early.close()
  await page.getByRole('link', { name: t('action.openSetting') }).click()
  await expect(page).toHaveURL(/\/setting\?.*StatusPageEnabled/)

  await client.send('PUT', '/api/option', { key: 'StatusPageEnabled', value: 'true' })
  await page.goto('/status')
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await page.getByRole('button', { name: t('status:report') }).click()
  await page.getByLabel(t('status:dialog.title')).fill('Slow answers')
  await page.getByLabel(t('status:dialog.body')).fill('The vendor **investigates**.')
  await page.getByRole('button', { name: t('status:dialog.submit') }).click()
  const open = page.getByRole('region', { name: t('status:incident.open') })
  await expect(open).toContainText('Slow answers')

  const visitor = await browser.newPage()
  await visitor.goto(`${site.url}/status`)
  await expect(visitor.getByText('investigates')).toHaveCSS('font-weight', /[5-9]\d\d/)
  await expect(visitor.getByRole('button', { name: /./ }).filter({ hasText: t('status:incident.end') })).toHaveCount(0)
  await visitor.close()

  await open.getByRole('button', { name: t('status:incident.end') }).click()
  const past = page.getByRole('region', { name: t('status:incident.past') })
  await expect(past).toContainText('Slow answers')
  await past.getByRole('button', { name: t('status:incident.remove') }).click()
  await page.getByRole('button', { name: t('status:remove.action') }).click()
  await expect(page.getByText(t('status:incident.none'))).toBeVisible()
})
