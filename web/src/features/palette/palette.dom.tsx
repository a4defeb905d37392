import { beforeEach, describe, expect, test } from 'bun:test'
import { getPricing } from '#contract/api/public-prices.ts'
import { findTokens } from '#contract/api/tokens.ts'
import { answer } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import { alert, button, combobox, t as en, fill, focused, keys, press, role, says, until, zh } from '#test/dom/page.ts'
import { aChannel, aPrice, aToken, aUser } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'
import type { Language } from '#web/lib/language.ts'

type Texts = typeof en
const option = (name: string | RegExp, inside?: HTMLElement) => role('option')(name, inside)
const group = (name: string) => role('group')(name)

let site: ReturnType<typeof answerSite>

beforeEach(() => {
  site = answerSite({
    tokens: [aToken({ id: 4, name: 'office' })],
    channels: [aChannel({ id: 12, name: 'main' })],
    users: [aUser({ id: 1, username: 'root' })],
  })
  answer(getPricing, () => ({ data: [aPrice({ model_name: 'gpt-4o-mini' })] }))
})

/** Opens the palette where no action has the name of a record, and types. */
async function look(t: Texts, text: string, language: Language = 'en') {
  const page = await openConsole('/about', { language, frame: true })
  await until(() => button(t('shell:palette.open')))
  await keys('{Control>}k{/Control}')
  await focused(() => combobox(t('palette:placeholder')))
  await fill(() => combobox(t('palette:placeholder')), text)
  return page
}

for (const [language, t] of Object.entries({ en, zh }) as [Language, Texts][]) {
  describe(`in ${language}`, () => {
    test('a token is found by its name and opened by Enter', async () => {
      const page = await look(t, 'office', language)
      await until(() => option(`office ${t('palette:id', { id: 4 })}`))
      await keys('{Enter}')
      await until(() => expect(page.address()).toBe('/token/4'))
    })

    test('a channel is found by its name and opened by a press', async () => {
      const page = await look(t, 'main', language)
      await press(() => option(`main ${t('palette:id', { id: 12 })}`))
      await until(() => expect(page.address()).toBe('/channel/12'))
    })

    for (const [kind, address] of [
      ['logsOfModel', '/log?model_name=gpt-4o-mini'],
      ['channelsWithModel', '/channel?model=gpt-4o-mini'],
    ] as const) {
      test(`a model leads to its ${kind}`, async () => {
        const page = await look(t, '4o-mini', language)
        await press(() => option('gpt-4o-mini', group(t(`palette:${kind}`))))
        await until(() => expect(page.address()).toBe(address))
      })
    }

    test('a user leads to the logs', async () => {
      const page = await look(t, 'root', language)
      await press(() => option(/^root/, group(t('palette:logsOfUser'))))
      await until(() => expect(page.address()).toBe('/log?username=root'))
    })

    test('an option is found by its name in either language', async () => {
      for (const words of [en, zh]) {
        const page = await look(t, words('options:option.RetryTimes.label'), language)
        await press(() => option(new RegExp(RegExp.escape(t('options:option.RetryTimes.label')))))
        await until(() => expect(page.address()).toBe('/setting?tab=operation&q=RetryTimes'))
      }
    })

    test('what is nowhere is not found', async () => {
      await look(t, 'no such thing', language)
      await says(t('palette:empty'))
    })
  })
}

test('when the server fails the palette says so, still finds pages, and tries again', async () => {
  answer(findTokens, () => ({ status: 500 }))
  await look(en, en('shell:page.token'))
  await until(() => expect(alert()).toContain(en('common:error.internal')))
  option(`${en('shell:page.token')} G T`)
  await fill(() => combobox(en('palette:placeholder')), 'office')
  await until(() => expect(alert()).toContain(en('common:error.internal')))
  answer(findTokens, () => ({ data: site.tokens, total: 1 }))
  await press(() => button(en('palette:retry')))
  await until(() => option(/^office/))
  expect(alert()).toBe('')
})
