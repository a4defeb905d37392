import { QUOTA_PER_USD } from '#contract/quota.ts'
import { parseCurl } from './curl.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test.use({ start: 'empty', as: 'visitor', options: { QuotaForNewUser: QUOTA_PER_USD } })

test('a new user registers, makes a token, runs the copied command and sees the request', async ({
  page,
  context,
  site,
  client,
  t,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const channel = { type: 1, name: 'upstream', key: 'sk-upstream', models: MODEL, base_url: site.upstreamUrl }
  await client.send('POST', '/api/channel', channel)

  await page.goto('/register')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field(t('entry:register.username')).fill('ann')
  await field(t('entry:register.password')).fill('ann-password')
  await field(t('entry:register.repeat')).fill('ann-password')
  await page.keyboard.press('Enter')
  // Registering logs in.
  await expect(page).toHaveURL('/token')

  await page.getByRole('link', { name: t('shell:section.dashboard'), exact: true }).click()
  const card = page.getByRole('region', { name: t('setup:start.title') })
  await expect(card.getByText(t('setup:progress', { done: 1, total: 3 }))).toBeVisible()
  await expect(card.getByText(t('setup:start.balance.done', { amount: '$1.00' }))).toBeVisible()
  await card.getByRole('button', { name: t('setup:start.token.action') }).click()
  const drawer = page.getByRole('dialog', { name: t('tokens:form.create') })
  await expect(drawer.getByLabel(t('tokens:form.name'), { exact: true })).toBeFocused()
  await page.keyboard.type('laptop')
  await drawer.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click()
  const ready = page.getByRole('dialog', { name: t('tokens:ready.title') })
  await expect(ready.getByText(t('snippets:first.waiting'))).toBeVisible()
  await ready.getByRole('button', { name: t('tokens:ready.done') }).click()

  await page.getByRole('link', { name: t('shell:section.dashboard'), exact: true }).click()
  await expect(card.getByText(t('setup:start.token.done', { name: 'laptop' }))).toBeVisible()
  await expect(card.getByText(t('snippets:first.waiting'))).toBeVisible()
  await card.getByRole('button', { name: t('setup:start.call.action') }).click()
  const examples = page.getByRole('dialog', { name: `${t('tokens:row.snippets')} · laptop` })
  await expect(examples.getByRole('tabpanel')).toContainText(/Bearer sk-\w{4}••••\w{4}/)
  await examples.getByRole('button', { name: t('snippets:copy'), exact: true }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  await expect(examples).toBeHidden()

  const { url, init } = parseCurl(command)
  const answer = await fetch(url, init)
  expect(answer.status).toBe(200)
  const { usage } = (await answer.json()) as { usage: { total_tokens: number } }
  expect(usage.total_tokens).toBeGreaterThan(0)

  await expect(card.getByText(t('snippets:first.served'))).toBeVisible()
  await expect(card.getByText(t('setup:progress', { done: 3, total: 3 }))).toBeVisible()
  const [row] = (await client.send<{ items: { id: number; quota: number }[] }>('GET', '/api/log?type=2')).items
  await expect(card.getByText(`$${((row?.quota ?? 0) / QUOTA_PER_USD).toFixed(6)}`)).toBeVisible()
  await card.getByRole('link', { name: t('snippets:first.show') }).click()
  await expect(page).toHaveURL(`/log?row=${row?.id}`)
  await expect(page.getByRole('dialog')).toContainText(MODEL)

  await page.goto('/docs/formats')
  await page
    .getByRole('button', { name: t('docs:copy') })
    .first()
    .click()
  const documented = parseCurl(await page.evaluate(() => navigator.clipboard.readText()))
  expect((await fetch(documented.url, documented.init)).status).toBe(200)

  await page.goto('/detail')
  await expect(page.getByRole('heading', { name: t('dashboard:title') })).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: t('dashboard:number.spent') })).toBeVisible()
  await expect(card).toHaveCount(0)
})
