import { readFile } from 'node:fs/promises'
import type { UsageRow } from '#contract/api/statistics.ts'
import type { Token } from '#contract/api/tokens.ts'
import { addUser } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

/** More than a user's failed calls have rows in a minute. */
const ERRORS = 25
const CALL = { tokens: 30, prompt_tokens: 1000 }
/** Priced, and in no channel. */
const NOBODY_HAS = 'gpt-4.1'

for (const width of [1440, 360]) {
  test.describe(`${width} px wide`, further(width !== 1440), () => {
    // A site of its own: so many failed calls would fill the first page of the log that others read.
    test.use({ viewport: { width, height: 900 }, start: 'empty' })

    test('tokens in and out and errors are on the dashboard, and errors lead to their log', async ({
      page,
      t,
      client,
      site,
    }) => {
      const channel = { type: 1, key: 'sk-upstream', group: 'default', models: MODEL, base_url: site.upstreamUrl }
      await client.send('POST', '/api/channel', { ...channel, name: 'main' })
      const username = `erin-${width}`
      const erin = await addUser(site.url, client, username)
      const rich = { id: erin.user.id, username, display_name: '', password: '', group: 'default', quota: 5_000_000 }
      await client.send('PUT', '/api/user', rich)
      const token = await erin.send<Token>('POST', '/api/token', { name: 'erins', unlimited_quota: true })
      const chat = async (model: string) => {
        const response = await fetch(`${site.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { Authorization: `Bearer sk-${token.key}` },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Where?' }], fake: CALL }),
        })
        await response.text()
        return response.status
      }
      expect(await chat(MODEL)).toBe(200)
      for (let call = 0; call < ERRORS; call++) expect(await chat(NOBODY_HAS)).toBe(404)
      const counted = async () => {
        const rows = await client.send<UsageRow[]>('GET', `/api/data?username=${username}`)
        return rows.reduce((sum, { count, failed_count }) => [sum[0]! + count, sum[1]! + failed_count], [0, 0])
      }
      await expect.poll(counted).toEqual([1, ERRORS])

      await page.goto(`/detail?username=${username}&metric=errors&period=7d`)
      const card = (name: string) => page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
      await expect(card(t('dashboard:number.tokens'))).toContainText(
        t('dashboard:number.fresh', { value: CALL.prompt_tokens }),
      )
      await expect(card(t('dashboard:number.tokens'))).toContainText(
        t('dashboard:number.output', { value: CALL.tokens }),
      )
      const errors = card(t('dashboard:number.errors'))
      await expect(errors).toContainText(t('dashboard:number.errorRate', { share: '96.2%' }))
      await expect(page.getByRole('heading', { name: t('dashboard:chart.title.model.errors') })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      await page.getByText(t('dashboard:table.title')).click()
      const table = page.locator('details').getByRole('table')
      await expect(table.getByRole('columnheader', { name: t('dashboard:table.output') })).toBeVisible()
      const row = table.getByRole('row').last()
      const names = await table.getByRole('columnheader').allTextContents()
      const cells = await row.locator('th, td').allTextContents()
      const cell = (name: string) => cells[names.indexOf(name)]
      expect([cell(t('dashboard:table.input')), cell(t('dashboard:table.output'))]).toEqual(['1,000', '30'])
      expect(cell(t('dashboard:number.errors'))).toBe(String(ERRORS))

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: t('dashboard:table.csv') }).click()
      const text = await readFile(await (await download).path(), 'utf8')
      const [head = '', ...lines] = text.trim().split(/\r?\n/)
      expect(head).toMatch(/"failed_count [^"]*","cached_tokens [^"]*"$/)
      const sums = lines.map((line) => line.split(',').slice(-4, -1).map(Number))
      const sum = (index: number) => sums.reduce((all, numbers) => all + (numbers[index] ?? 0), 0)
      expect([sum(0), sum(1), sum(2)]).toEqual([CALL.prompt_tokens, CALL.tokens, ERRORS])

      await page.getByRole('link', { name: t('dashboard:number.openErrors', { value: ERRORS }) }).click()
      await expect(page).toHaveURL(/\/log\?.*status=failed/)
      const { searchParams } = new URL(page.url())
      expect(Number(searchParams.get('from'))).toBeGreaterThan(0)
      expect(searchParams.get('username')).toBe(username)
      await expect(page.getByText(NOBODY_HAS).first()).toBeVisible()
    })
  })
}
