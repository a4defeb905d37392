import type { Locator, Page } from '@playwright/test'
import OpenAI from 'openai'
import type { SetupStep } from '#contract/api/setup.ts'
import { errors } from '#contract/errors.ts'
import { QUOTA_PER_USD } from '#contract/quota.ts'
import { LANGUAGES } from '#web/lib/language.ts'
import { expect, further, test } from './fixtures.ts'
import { MODEL } from './seed.ts'
import type { Language, Texts } from './texts.ts'

/** What root starts with, in quota units. */
const FIRST_BALANCE = 100_000_000
/** The list price of the model, in USD per million tokens. */
const INPUT_PRICE = 0.15
const OUTPUT_PRICE = 0.6
const INPUT_TOKENS = 400_000
const OUTPUT_TOKENS = 100

const unitsOf = (tokens: number, price: number) => Math.round((tokens * price * QUOTA_PER_USD) / 1_000_000)
const dollars = (units: number, digits: number) => `$${(units / QUOTA_PER_USD).toFixed(digits)}`

for (const language of ['zh', 'en'] as const) {
  test.describe(`from the first start to a billed call, ${language}`, further(language !== 'zh'), () => {
    test.use({ start: 'empty', as: 'visitor', language, storageState: undefined })

    test('works in the console alone, along its checklist', async ({ page, site, t }) => {
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      if (language === 'en') await switchToEnglish(page)
      await logIn(page, t, language)
      const step = await openChecklist(page, t)
      await changePassword(page, t, step)
      await step('language').getByRole('button', { name: LANGUAGES[language] }).click()
      await step('address')
        .getByRole('button', { name: t('setup:step.address.action', { here: site.url }) })
        .click()
      await expect(step('address').getByRole('img', { name: t('setup:done') })).toBeVisible()
      await step('channel').getByRole('button').click()
      await createChannel(page, t, site.upstreamUrl)
      await testChannel(page, t)
      await openChecklist(page, t)
      // Gone, or done where it was: that depends on whether the page knew before it was left.
      await expect(step('channel').filter({ hasNot: page.getByRole('img', { name: t('setup:done') }) })).toHaveCount(0)
      await step('call').getByRole('button').click()
      const key = await createToken(page, t)
      await openChecklist(page, t)
      await step('entry')
        .getByRole('button', { name: t('setup:step.entry.keep') })
        .click()
      await step('mail')
        .getByRole('button', { name: t('setup:step.mail.keep') })
        .click()
      await expect(page.getByText(t('setup:progress', { done: 7, total: 8 }))).toBeVisible()
      await expect(step('call')).toContainText(t('snippets:first.waiting'))

      const { text, usage } = await callThroughSdk(site.url, key)
      expect(text.split(' ')).toHaveLength(OUTPUT_TOKENS)
      expect(usage).toMatchObject({ prompt_tokens: INPUT_TOKENS, completion_tokens: OUTPUT_TOKENS })

      const cost = unitsOf(INPUT_TOKENS, INPUT_PRICE) + unitsOf(OUTPUT_TOKENS, OUTPUT_PRICE)
      await expect(step('call')).toContainText(t('snippets:first.served'))
      await expect(step('call')).toContainText(dollars(cost, 6))
      await expect(step('call').getByRole('img', { name: t('setup:done') })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('term').filter({ hasText: t('dashboard:number.spent') })).toBeVisible()
      await expect(page.getByRole('region', { name: t('setup:title') })).toHaveCount(0)
      await checkLog(page, t, cost)
      await checkBalance(page, t, FIRST_BALANCE - cost)
    })
  })
}

async function switchToEnglish(page: Page) {
  await page.getByRole('button', { name: LANGUAGES.en }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

async function logIn(page: Page, t: Texts, language: Language) {
  const submit = page.getByRole('main').getByRole('button', { name: t('login:submit') })
  await page.getByLabel(t('login:username')).fill('root')
  await page.getByLabel(t('login:password'), { exact: true }).fill('not the password')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText(errors.wrong_credentials[language])

  await page.getByLabel(t('login:password'), { exact: true }).fill('123456')
  await submit.click()
  await expect(page).toHaveURL('/detail')
  const warning = page.getByRole('alert').filter({ hasText: t('shell:password.defaultTitle') })
  await expect(warning.getByRole('button', { name: t('shell:password.change') })).toBeVisible()
}

type Step = (id: SetupStep) => Locator

/** Goes to the dashboard and answers the way to the lines of its checklist. */
async function openChecklist(page: Page, t: Texts): Promise<Step> {
  await page.getByRole('link', { name: t('shell:section.overview') }).click()
  const card = page.getByRole('region', { name: t('setup:title') })
  await expect(card).toBeVisible()
  return (id) => card.getByRole('listitem').filter({ hasText: t(`setup:step.${id}.title`) })
}

async function changePassword(page: Page, t: Texts, step: Step) {
  await step('password').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: t('shell:password.change') })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  await field(t('password:current')).fill('123456')
  await field(t('password:next')).fill('known to one')
  await field(t('password:repeat')).fill('known to one')
  await page.keyboard.press('Enter')
  await expect(step('password')).toBeHidden()
  await expect(page.getByText(t('shell:password.defaultTitle'))).toBeHidden()
}

async function testChannel(page: Page, t: Texts) {
  await page.getByRole('button', { name: t('channels:row.test', { name: 'upstream' }), exact: true }).click()
  await expect(page.getByRole('row', { name: 'upstream' })).toContainText(/\d (ms|s)/)
}

/** In the drawer that is open. */
async function createChannel(page: Page, t: Texts, upstreamUrl: string) {
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  await expect(drawer.getByLabel(t('editor:paste.label'))).toBeFocused()
  await drawer.getByLabel(t('channels:form.name'), { exact: true }).fill('upstream')
  await drawer.getByPlaceholder(t('channels:form.keyHint')).fill('sk-upstream')
  await drawer.getByLabel(t('channels:form.baseUrl.optional'), { exact: true }).fill(upstreamUrl)
  await drawer.getByRole('button', { name: t('channels:form.modelsRelated') }).click()
  await drawer.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(page.getByText(t('channels:toast.created'))).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'upstream' })
  await expect(row).toContainText(t('channels:status.enabled'))
}

/** In the drawer that is open; answers the key that the panel shows. */
async function createToken(page: Page, t: Texts): Promise<string> {
  const drawer = page.getByRole('dialog', { name: t('tokens:form.create') })
  await expect(drawer.getByLabel(t('tokens:form.name'), { exact: true })).toBeFocused()
  await page.keyboard.type('build-bot')
  await drawer.getByRole('button', { name: t('tokens:form.unlimited') }).click()
  await drawer.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click()

  const ready = page.getByRole('dialog', { name: t('tokens:ready.title') })
  await expect(ready.getByRole('tabpanel')).toContainText('/v1/chat/completions')
  const keys = ready.getByRole('region', { name: t('snippets:key') })
  const key = (await keys.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/)
  await ready.getByRole('button', { name: t('tokens:ready.done') }).click()
  await expect(page.getByRole('row').filter({ hasText: 'build-bot' })).toContainText(t('tokens:unlimited'))
  return key
}

async function callThroughSdk(url: string, apiKey: string) {
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })
  const request = {
    model: MODEL,
    messages: [{ role: 'user' as const, content: 'Tell me about the fox.' }],
    stream: true as const,
    stream_options: { include_usage: true },
    fake: { prompt_tokens: INPUT_TOKENS, tokens: OUTPUT_TOKENS },
  }
  let text = ''
  let usage: OpenAI.CompletionUsage | null | undefined
  for await (const chunk of await client.chat.completions.create(request)) {
    text += chunk.choices[0]?.delta.content ?? ''
    usage = chunk.usage ?? usage
  }
  return { text, usage }
}

async function checkLog(page: Page, t: Texts, cost: number) {
  await page.getByRole('link', { name: t('shell:section.logs'), exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: MODEL })
  await expect(async () => {
    await page.keyboard.press('r')
    await expect(row).toContainText(dollars(cost, 6), { timeout: 500 })
  }).toPass()
  await expect(row).toContainText('build-bot')
  await expect(page.getByText(t('logs:stat.spent', { amount: dollars(cost, 2) }))).toBeVisible()

  await row.getByText(t('logs:row.call')).click()
  const bill = page.getByRole('dialog').getByRole('table')
  const line = (name: string) => bill.getByRole('row').filter({ hasText: name })
  const units = (count: number) => count.toLocaleString('en-US')
  await expect(line(t('logs:component.input'))).toContainText(units(INPUT_TOKENS))
  await expect(line(t('logs:component.input'))).toContainText(units(unitsOf(INPUT_TOKENS, INPUT_PRICE)))
  await expect(line(t('logs:component.output'))).toContainText(units(OUTPUT_TOKENS))
  await expect(line(t('logs:component.output'))).toContainText(units(unitsOf(OUTPUT_TOKENS, OUTPUT_PRICE)))
  await expect(line(t('logs:bill.charge'))).toContainText(units(cost))
  await expect(page.getByRole('dialog').getByText(t('logs:bill.matches'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function checkBalance(page: Page, t: Texts, units: number) {
  const navigation = page.getByRole('navigation', { name: t('shell:nav.site') })
  await navigation.getByRole('link', { name: t('shell:page.home'), exact: true }).click()
  const balance = page.getByRole('definition').filter({ hasText: dollars(units, 2) })
  await expect(balance).toBeVisible()
  await balance.getByText('$').hover()
  await expect(page.getByRole('tooltip')).toHaveText(
    t('common:money.units', { count: units, units: units.toLocaleString('en-US') }),
  )
}
