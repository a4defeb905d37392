import { expect, test } from './fixtures.ts'

// The strip of tests folds away in narrower windows.
test.use({ start: 'empty', viewport: { width: 1680, height: 900 } })

test.beforeEach(async ({ site, client }) => {
  const channel = { type: 1, base_url: site.upstreamUrl, models: 'gpt-4o,gpt-4o-mini' }
  await client.send('POST', '/api/channel', { ...channel, name: 'good', key: 'sk-good', priority: 5 })
  await client.send('POST', '/api/channel', { ...channel, name: 'dead', key: 'sk-bad' })
})

test('channels are tested and their balances read where they stand in the list', async ({ page, t }) => {
  await page.goto('/channel')
  const good = page.getByRole('row', { name: 'good' })
  await expect(good).toContainText(t('channels:response.never'))
  await good.focus()
  await page.keyboard.press('t')
  await expect(good).toContainText(/\d m?s/)
  await expect(page.getByText(/^good passed in/)).toHaveCount(0)

  await page.getByRole('button', { name: t('channels:row.test', { name: 'dead' }), exact: true }).click()
  await expect(page.getByText(/^dead failed: status code 401/).first()).toBeVisible()
  await expect(page.getByRole('row', { name: 'dead' })).toContainText(t('channels:response.failed'))

  await page.getByRole('button', { name: t('channels:balance.ask', { name: 'good' }) }).click()
  await expect(good).toContainText('$75.00')
})

test('a row shows how its last tests went, and grows with each', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel')
  const dead = page.getByRole('row', { name: 'dead' })
  const strip = (failed: number, count: number) =>
    dead.getByRole('button', { name: t('channels:history.label', { name: 'dead', count, failed }), exact: true })
  const last = dead.getByRole('button', { name: 'Last tests' })
  await expect(dead).toBeVisible()
  await expect(last).toHaveCount(0)
  await dead.focus()
  await page.keyboard.press('t')
  await expect(strip(1, 1)).toBeVisible()
  // The code of tooltips comes last: before it is there, pointing at something says nothing.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await strip(1, 1).locator('span').last().hover()
    await expect(page.getByRole('tooltip')).toContainText(/ · gpt-4o\nFailed after \d+ ms: status code 401/, {
      timeout: 5000,
    })
  }).toPass()

  await page.goto('/channel')
  await dead.getByRole('link', { name: 'dead' }).click()
  await page.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  await expect(page.getByText(t('probe:verdict.wrong_key'))).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await expect(strip(2, 2)).toBeVisible()
  await page.getByRole('button', { name: t('channels:row.test', { name: 'dead' }), exact: true }).click()
  await strip(3, 3).click()
  const history = page.getByRole('dialog', { name: t('channels:history.title', { name: 'dead' }) })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(history.getByRole('listitem').first()).toContainText(/gpt-4o.*status code 401/)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()

  await page.getByRole('button', { name: t('table:view.open'), exact: true }).click()
  await page.getByRole('checkbox', { name: t('channels:column.tests') }).click()
  await page.keyboard.press('Escape')
  await expect(strip(3, 3)).toHaveCount(0)
})

test('the test of an unchanged form is one of the channel', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel')
  const good = page.getByRole('row', { name: 'good' })
  await good.getByRole('link', { name: 'good' }).click()
  await page.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  await expect(page.getByText(t('probe:done'), { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: t('action.cancel') }).click()
  await expect(good.getByRole('button', { name: 'Recent tests of good: 1, failed: 0' })).toBeVisible()
  await expect(good).toContainText(/\d m?s/)
})

test('the models of a channel are tested one by one, or all of them', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel')
  await page.getByRole('row', { name: 'good' }).focus()
  await page.keyboard.press('Shift+T')
  const dialog = page.getByRole('dialog', { name: t('channels:test.title', { name: 'good' }) })
  await dialog.getByRole('button', { name: t('channels:test.one', { model: 'gpt-4o-mini' }) }).click()
  await expect(dialog.getByText(/^[\d.]+ m?s$/)).toHaveCount(1)
  await dialog.getByRole('button', { name: t('channels:test.all', { count: 2 }) }).click()
  await expect(dialog.getByText(/^[\d.]+ m?s$/)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('all channels are tested at once, and the rows follow', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel')
  await page.getByRole('button', { name: t('channels:tests.title') }).click()
  await page.getByRole('button', { name: t('channels:tests.action') }).click()
  await expect(page.getByText(t('channels:tests.doneFailed', { done: 2, total: 2, failed: 1 }))).toBeVisible()
  await expect(page.getByRole('row', { name: 'good' })).toContainText(/\d m?s/)
  const failed = page.getByText(t('channels:response.failed'), { exact: true })
  await expect(page.getByRole('row', { name: 'dead' }).locator(failed)).toBeVisible()
  await page.getByRole('row', { name: 'dead' }).locator(failed).hover()
  await expect(page.getByRole('tooltip')).toContainText('status code 401')

  await page.getByRole('button', { name: t('channels:tests.failed', { count: 1 }), exact: true }).click()
  await expect(page).toHaveURL('/channel?test=failed')
  await expect(page.getByRole('row', { name: 'good' })).toBeHidden()
  await expect(page.getByRole('row', { name: 'dead' })).toBeVisible()
})

test('a form is tried before it is saved, and its models come from the upstream', { tag: '@all' }, async ({
  page,
  site,
  t,
}) => {
  await page.goto('/channel/add')
  await page.getByLabel('Key', { exact: true }).fill('sk-bad-one')
  await page.getByLabel(t('channels:form.baseUrl.optional'), { exact: true }).fill(`${site.upstreamUrl}/v1`)
  const result = page.getByRole('region', { name: t('probe:title') })
  const trial = page.getByRole('button', { name: t('channels:test.button'), exact: true })
  await trial.click()
  await expect(result).toContainText(t('probe:verdict.wrong_key'))
  await page.getByRole('button', { name: t('channels:form.modelsFetch') }).click()
  const refused = t('channels:form.modelsFetchFailed', { message: 'Incorrect API key provided' })
  await expect(page.getByText(refused).first()).toBeVisible()

  await page.getByLabel('Key', { exact: true }).fill('sk-fine')
  await page.getByRole('button', { name: t('channels:form.modelsFetch') }).click()
  const list = page.getByRole('dialog', { name: /upstream models$/ })
  await expect(list.getByRole('checkbox', { name: 'fake-gpt-mini', exact: true })).toBeChecked()
  await list.getByRole('button', { name: /^Use selection/ }).click()
  await expect(page.getByText('fake-gpt-mini', { exact: true })).toBeVisible()
  await trial.click()
  await expect(result.getByText(t('probe:state.passed'), { exact: true })).toHaveCount(5)
  await expect(result).toContainText('fake-gpt')
})

test('an empty form says what is missing at each field, and begins with the first', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel/add')
  const name = page.getByLabel(t('channels:form.name'), { exact: true })
  const key = page.getByLabel('Key', { exact: true })
  const submit = page.getByRole('button', { name: t('channels:form.save'), exact: true })
  await expect(page.getByLabel(t('editor:paste.label'))).toBeFocused()
  await submit.click()
  await expect(name).toHaveAccessibleDescription('Enter the channel name')
  await expect(key).toHaveAccessibleDescription('Enter the channel key')
  await expect(key).toBeFocused()

  await key.fill('sk-1')
  await expect(name).toHaveValue('OpenAI')
  await name.fill('')
  await submit.click()
  await expect(name).toHaveAccessibleDescription('Enter the channel name')
  await expect(key).toHaveAccessibleDescription('')
})

test('a form without a key is not tried: the field says so', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel/add')
  await page.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  const key = page.getByLabel('Key', { exact: true })
  await expect(key).toHaveAccessibleDescription('Enter the channel key')
  await expect(key).toBeFocused()
  await expect(page.getByRole('region', { name: t('probe:title') })).toBeHidden()
})

test('chosen channels are tested together; what did not answer stays chosen', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel')
  await page.getByRole('checkbox', { name: t('table:select.page') }).check()
  const bar = page.getByRole('region', { name: t('table:select.bar') })
  await bar.getByRole('button', { name: t('channels:test.button'), exact: true }).click()
  await expect(page.getByText(t('channels:bulk.testedPartly', { done: 1, left: 1 }))).toBeVisible()
  await expect(bar).toContainText(t('table:select.count', { count: 1 }))
  await expect(page.getByRole('row', { name: 'dead' }).getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('row', { name: 'dead' })).toContainText(t('channels:response.failed'))
  await expect(page.getByRole('row', { name: 'good' })).not.toContainText(t('channels:response.never'))
})

test('the test of all channels can be stopped', { tag: '@all' }, async ({ page, site, client, t }) => {
  for (let i = 0; i < 6; i++) {
    const channel = { type: 1, base_url: site.upstreamUrl, models: `fake-slow-${i}@first_byte_ms=4000` }
    await client.send('POST', '/api/channel', { ...channel, name: `slow ${i}`, key: 'sk-good' })
  }
  await page.goto('/channel')
  await page.getByRole('button', { name: t('channels:tests.title') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('channels:tests.action') })
    .click()
  await page.getByRole('button', { name: t('channels:tests.stop') }).click()
  await expect(page.getByText(/^Testing stopped: \d of 8 done/)).toBeVisible()
  await expect(page.getByRole('button', { name: t('channels:tests.title') })).toBeEnabled()
  await expect(page.getByRole('button', { name: t('channels:tests.stop') })).toHaveCount(0)
})
