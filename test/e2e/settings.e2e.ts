import type { Page } from '@playwright/test'
import { errors } from '#contract/errors.ts'
import type { OptionKey } from '#contract/options.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'
import type { Texts } from './texts.ts'

// Options are the site's own: a test that changes them has a site to itself.
test.use({ start: 'empty' })

const row = (page: Page, key: OptionKey) => page.locator(`#option-${key}`)
const bar = (page: Page, t: Texts) => page.getByRole('region', { name: t('settings:bar.label') })
const saveButton = (page: Page, t: Texts) =>
  bar(page, t).getByRole('button', { name: t('settings:bar.save'), exact: true })

async function optionsOf(client: ConsoleClient) {
  const rows = await client.send<{ key: OptionKey; value: string }[]>('GET', '/api/option')
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Record<OptionKey, string>
}

test('three changes on two tabs are saved at once; a refused one stays with its reason', async ({
  page,
  client,
  t,
}) => {
  await page.goto('/setting?tab=operation&section=general')
  await row(page, 'RetryTimes').getByRole('textbox').fill('7')
  await expect(row(page, 'RetryTimes')).toContainText(t('settings:changed'))
  await page.getByRole('link', { name: t('shell:tab.system'), exact: true }).click()
  await page.getByRole('link', { name: t('settings:section.all') }).click()
  await row(page, 'GitHubOAuthEnabled').getByRole('switch').check()
  await row(page, 'OIDCDisplayName').getByRole('textbox').fill('Our login')
  await expect(bar(page, t)).toContainText(t('settings:bar.count', { count: 3 }))

  await bar(page, t)
    .getByRole('button', { name: t('settings:bar.review') })
    .click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('deletion').first()).toHaveText('3')
  await expect(review.getByRole('insertion').first()).toHaveText('7')
  await expect(review).toContainText('Our login')
  await review.getByRole('button', { name: t('settings:review.save', { count: 3 }) }).click()

  await expect(page.getByText(t('settings:someFailed')).first()).toBeVisible()
  await expect(bar(page, t).getByRole('alert')).toContainText(t('settings:bar.result', { saved: 2, refused: 1 }))
  await expect(row(page, 'GitHubOAuthEnabled')).toContainText(errors.github_not_configured.en)
  await expect(bar(page, t)).toContainText(t('settings:bar.count', { count: 1 }))
  expect(await optionsOf(client)).toMatchObject({
    RetryTimes: '7',
    OIDCDisplayName: 'Our login',
    GitHubOAuthEnabled: 'false',
  })

  await row(page, 'GitHubOAuthEnabled').getByRole('switch').uncheck()
  await expect(bar(page, t)).toBeHidden()
})

async function typeSecret(page: Page, key: OptionKey, t: Texts, value: string) {
  const name = new RegExp(`^(?:${t('settings:secret.set')}|${t('settings:secret.replace')}): `)
  await row(page, key).getByRole('button', { name }).click()
  await row(page, key).locator('input').fill(value)
}

test('a secret is set, replaced and cleared, and never shown', { tag: '@all' }, async ({ page, client, t }) => {
  const secret = row(page, 'SMTPToken')
  await page.goto('/setting?tab=system&section=smtp')
  await expect(secret).toContainText(t('settings:secret.notSet'))
  await typeSecret(page, 'SMTPToken', t, 'secret-one')
  await saveButton(page, t).click()
  await expect(secret).toContainText(t('settings:secret.isSet'))
  expect(await page.content()).not.toContain('secret-one')

  await typeSecret(page, 'SMTPToken', t, 'secret-two')
  await saveButton(page, t).click()
  await expect(secret).toContainText(t('settings:secret.isSet'))

  await secret.getByRole('button', { name: `${t('settings:secret.clear')}: ` }).click()
  await expect(secret).toContainText(t('settings:secret.willClear'))
  await saveButton(page, t).click()
  await expect(secret).toContainText(t('settings:secret.notSet'))

  await secret
    .getByRole('button', { name: t('settings:history.open', { label: t('options:option.SMTPToken.label') }) })
    .click()
  const entries = page.getByRole('dialog').locator('ol > li')
  await expect(entries).toHaveCount(3)
  await expect(entries.nth(0)).toContainText(t('settings:history.cleared'))
  await expect(entries.nth(1)).toContainText(t('settings:history.replaced'))
  await expect(page.getByRole('dialog').getByRole('button', { name: t('settings:history.undo') })).toBeHidden()
  const changes = await client.send<{ before: string; after: string }[]>('GET', '/api/option/history?key=SMTPToken')
  expect(JSON.stringify(changes)).not.toContain('secret-two')
})

test.describe('prices', () => {
  test.use({ start: 'seeded' })

  test('a ratio shows what it costs, and the next call is charged by it', async ({ page, client, site, t }) => {
    await page.goto('/setting?tab=operation&section=ratio')
    const ratios = row(page, 'ModelRatio')
    await ratios.getByRole('button', { name: t('settings:paste.open') }).click()
    const paste = page.getByRole('dialog')
    await paste.getByRole('textbox').fill(`${MODEL}\t2\nother-model = 1\nnonsense`)
    await expect(paste).toContainText(t('settings:paste.summary', { added: 2, changed: 0 }))
    await expect(paste).toContainText(t('settings:paste.unread', { count: 1 }))
    await paste.getByRole('button', { name: t('settings:paste.apply') }).click()
    const value = ratios.getByLabel(t('form:pairs.cell', { column: t('settings:table.ratio'), line: 1 }))
    await expect(ratios).toContainText('$4.00')
    await value.fill('5')
    await expect(ratios).toContainText('$10.00')
    await ratios.getByRole('button', { name: t('settings:table.remove', { name: 'other-model' }) }).click()
    await saveButton(page, t).click()
    await expect(page.getByText(t('settings:saved'), { exact: true }).first()).toBeVisible()
    expect(JSON.parse((await optionsOf(client)).ModelRatio)).toEqual({ [MODEL]: 5 })

    const { id, key } = await client.send<{ id: number; key: string }>('POST', '/api/token', {
      name: 'priced',
      unlimited_quota: true,
    })
    const answer = await fetch(`${site.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer sk-${key}` },
      body: JSON.stringify({
        model: MODEL,
        messages: [{ role: 'user', content: 'How much?' }],
        fake: { tokens: 1, prompt_tokens: 100_000 },
      }),
    })
    await answer.text()
    // 100,000 tokens at $10 a million are $1, which is 500,000 units; one token of output comes on top.
    await expect
      .poll(async () => (await client.send<{ used_quota: number }>('GET', `/api/token/${id}`)).used_quota)
      .toBeGreaterThanOrEqual(500_000)
    const { used_quota } = await client.send<{ used_quota: number }>('GET', `/api/token/${id}`)
    expect(used_quota).toBeLessThan(500_100)

    await page.getByRole('button', { name: t('settings:reset.button') }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: t('settings:reset.button') })
      .click()
    await expect(page.getByText(t('settings:reset.done'))).toBeVisible()
    await expect.poll(async () => (await optionsOf(client)).ModelRatio).toBe('{}')
  })
})

test('the history tells who changed what, and undoes the last change', { tag: '@all' }, async ({ page, client, t }) => {
  for (const value of ['One', 'Two']) await client.send('PUT', '/api/option', { key: 'SystemName', value })
  await page.goto('/setting?tab=other&section=branding')
  const field = row(page, 'SystemName')
  await expect(field.getByRole('textbox')).toHaveValue('Two')
  await field
    .getByRole('button', { name: t('settings:history.open', { label: t('options:option.SystemName.label') }) })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('ol > li').first()).toContainText('root')
  await expect(dialog.locator('ol > li').first().getByRole('deletion')).toHaveText('One')
  await dialog.getByRole('button', { name: t('settings:history.undo') }).click()
  await expect(page.getByText(t('settings:history.undone'))).toBeVisible()
  await expect(dialog.locator('ol > li')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(field.getByRole('textbox')).toHaveValue('One')
  await expect(page).toHaveTitle(/One/)
})

test('turning off login by password names who is locked out and asks', { tag: '@all' }, async ({ page, client, t }) => {
  await page.goto('/setting?tab=system&section=login')
  await row(page, 'PasswordLoginEnabled').getByRole('switch').uncheck()
  await expect(row(page, 'PasswordLoginEnabled')).toContainText(t('settings:lockout.who', { count: 1, names: 'root' }))
  await saveButton(page, t).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(t('settings:lockout.text'))
  await expect(question).toContainText(t('settings:lockout.you'))
  await question.getByRole('button', { name: t('common:action.cancel') }).click()
  await expect(question).toBeHidden()
  await expect(bar(page, t)).toBeVisible()
  expect((await optionsOf(client)).PasswordLoginEnabled).toBe('true')
})

test.describe('with a picture that is not there', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('a notice is looked at before it is saved, and visitors see it', { tag: '@all' }, async ({
    page,
    browser,
    site,
    t,
  }) => {
    await page.goto('/setting?tab=other&section=notice')
    const notice = row(page, 'Notice')
    await notice.getByRole('textbox').fill('Maintenance on **Sunday**\n\n<img src=x onerror="document.title=1">')
    await notice.getByRole('button', { name: t('settings:content.preview') }).click()
    await expect(notice.getByRole('strong')).toHaveText('Sunday')
    await saveButton(page, t).click()
    await expect(page.getByText(t('settings:updated.Notice')).first()).toBeVisible()

    const visitor = await browser.newContext({ storageState: undefined })
    const other = await visitor.newPage()
    await other.goto(`${site.url}/login`)
    await expect(other.getByRole('strong')).toHaveText('Sunday')
    await visitor.close()
  })
})

test.describe('old logs', () => {
  test.use({ start: 'seeded' })

  test('are counted before they are deleted', { tag: '@all' }, async ({ page, client, t }) => {
    await client.send('PUT', '/api/option', { key: 'Footer', value: '' })
    await page.goto('/setting?tab=operation&section=log')
    const time = page.getByLabel(t('settings:logs.time'))
    await expect(page.getByText(t('settings:logs.noneOlder')).filter({ visible: true })).toBeVisible()
    await time.fill('')
    await page.getByRole('button', { name: t('settings:logs.title') }).click()
    await expect(page.getByText(t('settings:logs.choose'))).toBeVisible()
    const { total } = await client.send<{ total: number }>('GET', '/api/log?page_size=10')
    await time.fill('2099-01-01T00:00:00')
    await expect(page.getByText(t('settings:logs.count', { count: total }))).toBeVisible()
    await page.getByRole('button', { name: t('settings:logs.title') }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(t('settings:logs.confirmTitle', { count: total }))
    await question.getByRole('button', { name: t('common:action.cancel') }).click()
    const after = await client.send<{ total: number }>('GET', '/api/log?page_size=10')
    expect(after.total).toBe(total)
  })
})

test.describe('an ordinary administrator', () => {
  test.use({ storageState: undefined })
})
