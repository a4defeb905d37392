import { readFile } from 'node:fs/promises'
import { expect, further, test } from './fixtures.ts'

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('the channel filter takes ids and says why it takes no letters', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/log')
      const field = page.getByRole('searchbox', { name: t('logs:filter.channel'), exact: true })
      const reason = page.getByRole('status').filter({ hasText: t('logs:filter.digitsOnly') })
      await expect(field).toHaveAttribute('placeholder', t('logs:filter.channel'))
      await field.pressSequentially('ma')
      await expect(reason).toBeVisible()
      await expect(field).toHaveValue('')
      await field.pressSequentially('2')
      await expect(reason).toBeHidden()
      await expect(page).toHaveURL('/log?channel=2')
    })
  })
}

test('the rows of a filter can be saved as a file', async ({ page, t, client }) => {
  const { total } = await client.send<{ total: number }>('GET', '/api/log?type=2&token_name=small&page_size=10')
  await page.goto('/log?type=2&token_name=small&range=all')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('logs:export', { rows: total }) }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('logs.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(total + 1)
})

test('a failed call is found by words of its error, four clicks from any page', async ({ page, site, t, client }) => {
  const { key } = await client.send<{ key: string }>('POST', '/api/token', { name: 'failing', unlimited_quota: true })
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}` },
    body: '{"model":"no-such-model","messages":[]}',
  }
  expect((await fetch(`${site.url}/v1/chat/completions`, init)).ok).toBe(false)
  const failed = async () =>
    (await client.send<{ items: { id: number; content: string }[] }>('GET', '/api/log?status=failed')).items[0]
  await expect.poll(failed).toBeDefined()
  const { id, content } = (await failed())!
  await page.goto('/token')
  await page.getByRole('link', { name: t('shell:section.logs'), exact: true }).click()
  await page.getByRole('combobox', { name: t('logs:filter.type') }).selectOption('failed')
  await page.getByRole('searchbox', { name: t('logs:filter.words'), exact: true }).click()
  await page.keyboard.type(`${content.slice(1)} (request id: 2026)`)
  await expect(page).toHaveURL(/words=/)
  await expect(page.locator(`[data-row="${id}"]`)).toBeVisible()
  await expect(page.locator('[data-row]').filter({ hasText: t('logs:type.2') })).toHaveCount(0)
})
