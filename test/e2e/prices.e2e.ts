import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

// Prices are the site's own: a test that changes them has a site to itself.
test.use({ start: 'empty', options: { GroupRatio: '{"default":1,"vip":0.8,"svip":1}' } })

const MODELS = Array.from({ length: 10 }, (_, index) => `zebra-${String.fromCharCode(97 + index)}`)

test.beforeEach(async ({ client }) => {
  const channel = { type: 1, name: 'new', key: 'sk-new', models: `${MODELS.join(',')},gpt-4o`, group: 'default,vip' }
  await client.send('POST', '/api/channel', channel)
})

test('ten models without a price are priced by keyboard, looked at and saved', async ({ page, client, t }) => {
  const cell = (model: string, column: 'input' | 'output' | 'cacheRead' | 'perCall') =>
    page.getByRole('textbox', { name: t('prices:cell', { model, column: t(`prices:column.${column}`) }), exact: true })
  await page.goto('/price')
  await expect(page.getByText(t('prices:unpriced.refused', { count: 10 }))).toBeVisible()
  await cell('zebra-a', 'input').focus()
  for (const [index, model] of MODELS.entries()) {
    await expect(cell(model, 'input')).toBeFocused()
    await page.keyboard.type(index === 0 ? 'three' : '0.15')
    await page.keyboard.press('Enter')
    if (index === 0) {
      // Wrong input is refused in its cell, which Enter does not leave.
      await expect(cell(model, 'input')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveText(new RegExp(t('prices:problem.notNumber')))
      await expect(page.getByRole('button', { name: t('prices:review') })).toHaveAttribute('aria-disabled', 'true')
      await cell(model, 'input').fill('0.15')
      await page.keyboard.press('Enter')
    }
    await expect(cell(model, 'output')).toBeFocused()
    await page.keyboard.type('0.6')
    await page.keyboard.press(index % 2 ? 'Tab' : 'Enter')
  }
  await page.keyboard.press('ControlOrMeta+Enter')
  const preview = page.getByRole('dialog', { name: t('prices:preview.title', { count: 10 }) })
  const vip = preview.getByRole('table', { name: 'zebra-j' }).getByRole('row', { name: /vip/ })
  await expect(vip).toContainText('$0.48')
  await preview.getByRole('button', { name: t('prices:preview.save', { count: 10 }) }).click()
  await expect(page.getByRole('region', { name: t('prices:bar') })).toBeHidden()

  const options = await client.send<{ key: string; value: string }[]>('GET', '/api/option')
  const stored = (key: string) => JSON.parse(options.find((option) => option.key === key)?.value ?? '')
  expect(stored('ModelRatio')).toEqual(Object.fromEntries(MODELS.map((model) => [model, 0.075])))
  expect(stored('CompletionRatio')).toEqual(Object.fromEntries(MODELS.map((model) => [model, 4])))
  await page.reload()
  await expect(cell('zebra-j', 'output')).toHaveValue('0.6')
  await expect(page.getByText(t('prices:unpriced.refused', { count: 10 }))).toHaveCount(0)
})

test('prices are pasted from a sheet, and what cannot be read stays with its reason', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/price')
  await page.getByRole('button', { name: t('prices:sheet.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('prices:sheet.title') })
  const field = dialog.getByRole('textbox', { name: t('prices:sheet.text') })
  await field.fill('model\tinput\toutput\nzebra-a\t1\t2\nnobody\t1\t2\ngpt-4o\t3\t12')
  await expect(dialog.getByRole('listitem')).toContainText([t('prices:problem.unknownModel')])
  await dialog.getByRole('button', { name: t('prices:sheet.apply', { count: 2 }) }).click()
  await expect(field).toHaveValue('model\tinput\toutput\nnobody\t1\t2')
  await dialog.getByRole('button', { name: t('action.cancel') }).click()
  await expect(page.getByText(t('prices:changed', { count: 2 }))).toBeVisible()
})

test('the preview, the sheet and the change by a percentage are accessible', { tag: '@all' }, async ({
  page,
  theme,
  t,
}) => {
  await page.goto('/price')
  await page.getByRole('button', { name: t('prices:scale.open') }).click()
  await page.getByRole('textbox', { name: t('prices:scale.percent') }).fill('ten')
  await expect(page.getByRole('alert')).toHaveText(t('prices:scale.wrong'))
  expect(await violations(page, theme)).toEqual([])
  await page.getByRole('textbox', { name: t('prices:scale.percent') }).fill('+10')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('prices:review') }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('row', { name: /vip/ })).toContainText('$2.2')
  expect(await violations(page, theme)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('prices:sheet.open') }).click()
  await page.getByRole('textbox', { name: t('prices:sheet.text') }).fill('nobody\t1\t2')
  expect(await violations(page, theme)).toEqual([])
})

test('further prices and a rule are edited in the drawer of a model, looked at and saved', { tag: '@all' }, async ({
  page,
  client,
  theme,
  t,
}) => {
  await page.goto('/price')
  await page.getByRole('link', { name: t('prices:terms.open', { model: 'gpt-4o' }) }).click()
  await expect(page).toHaveURL('/price?model=gpt-4o')
  const drawer = page.getByRole('dialog', { name: t('prices:terms.title', { model: 'gpt-4o' }) })
  await drawer.getByLabel(`${t('prices:column.imageInput')} $`).fill('4')
  await drawer.getByRole('button', { name: t('prices:rule.add') }).click()
  const form = drawer.getByRole('form', { name: t('prices:rule.addTitle') })
  await form.getByLabel(t('prices:rule.above')).fill('many')
  await form.getByRole('button', { name: t('prices:rule.keep') }).click()
  await expect(form.getByText(/above: must be/)).toBeVisible()
  await form.getByLabel(t('prices:rule.above')).fill('128,000')
  await form.getByRole('checkbox', { name: 'vip', exact: true }).check()
  await form.getByLabel(t('prices:component.output'), { exact: true }).fill('×2')
  await form.getByLabel(t('prices:rule.groupRatio')).fill('0.5')
  expect(await violations(page, theme)).toEqual([])
  await page.keyboard.press('Enter')
  const sentence = 'prompts above 128,000 tokens · group vip: output × 2 · group ratio 0.5'
  await expect(drawer.getByRole('listitem')).toHaveText(sentence)
  expect(await violations(page, theme)).toEqual([])
  await drawer.getByRole('button', { name: t('prices:terms.done') }).click()
  await expect(page).toHaveURL('/price')

  await page.getByRole('button', { name: t('prices:review') }).click()
  const preview = page.getByRole('dialog', { name: t('prices:preview.title', { count: 1 }) })
  await expect(preview.getByText(sentence)).toBeVisible()
  await expect(
    preview.getByRole('table', { name: 'gpt-4o', exact: true }).getByRole('row', { name: /vip/ }),
  ).toContainText('$3.2')
  const long = preview.getByRole('table', { name: /above 128,000/ })
  await expect(long.getByRole('row', { name: /vip/ })).toContainText('$10')
  await expect(long.getByRole('row', { name: /default/ })).toHaveCount(0)
  expect(await violations(page, theme)).toEqual([])
  await preview.getByRole('button', { name: t('prices:preview.save', { count: 1 }) }).click()
  await expect(page.getByRole('region', { name: t('prices:bar') })).toBeHidden()
  const options = await client.send<{ key: string; value: string }[]>('GET', '/api/option')
  expect(JSON.parse(options.find(({ key }) => key === 'PriceRules')?.value ?? '')).toEqual({
    'gpt-4o': [
      { prices: { image_input: 4 } },
      { above: 128_000, groups: ['vip'], factors: { output: 2 }, group_ratio: 0.5 },
    ],
  })
  await page.goto('/price?model=gpt-4o')
  await expect(drawer.getByLabel(`${t('prices:column.imageInput')} $`)).toHaveValue('4')
  await drawer.getByRole('button', { name: t('prices:rule.remove', { rule: sentence }) }).click()
  await expect(drawer.getByText(t('prices:terms.ownRules'))).toBeHidden()
})
