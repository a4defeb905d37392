import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('a key is rotated with a time for the old one, which is then ended before it', async ({
  page,
  client,
  site,
  t,
}) => {
  const name = 'laptop'
  const { key } = await client.send<{ key: string }>('POST', '/api/token', { name, unlimited_quota: true })
  const opens = async (key: string) =>
    (await fetch(`${site.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status
  await page.goto('/token')
  await page.getByRole('button', { name: t('tokens:row.more', { name }) }).click()
  await page.getByRole('menuitem', { name: t('tokens:row.rotate') }).click()
  const dialog = page.getByRole('dialog', { name: `${t('tokens:row.rotate')} · ${name}` })
  const keep = dialog.getByLabel(t('tokens:rotate.keep'))
  await keep.selectOption(t('tokens:rotate.for.0'))
  await expect(dialog.getByText(t('tokens:rotate.now'))).toBeVisible()
  await keep.selectOption(t('tokens:rotate.for.3600'))
  await expect(dialog.getByText(t('tokens:rotate.now'))).toBeHidden()
  await dialog.getByRole('button', { name: t('tokens:rotate.action') }).click()
  const next = await dialog
    .getByRole('region', { name: t('tokens:rotate.key') })
    .locator('code')
    .innerText()
  expect(next).toMatch(/^sk-\w{48}$/)
  expect([await opens(key), await opens(next)]).toEqual([200, 200])
  await dialog.getByRole('button', { name: t('tokens:ready.done') }).click()
  await expect(dialog).toBeHidden()
  const [note = ''] = t('tokens:row.former', { time: '|' }).split('|')
  const row = page.getByRole('row', { name })
  await expect(row).toContainText(t('tokens:status.enabled'))
  await expect(row.getByText(note)).toBeAttached()

  await page.getByRole('link', { name, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: t('tokens:form.update') })
  await drawer.getByRole('button', { name: t('tokens:rotate.end') }).click()
  const question = page.getByRole('dialog', { name: t('tokens:rotate.endTitle', { name }) })
  await question.getByRole('button', { name: t('tokens:rotate.end') }).click()
  await expect(page.getByText(t('tokens:rotate.endDone', { name }))).toBeVisible()
  await expect(drawer.getByRole('button', { name: t('tokens:rotate.end') })).toHaveCount(0)
  expect([await opens(key), await opens(next)]).toEqual([401, 200])
})
