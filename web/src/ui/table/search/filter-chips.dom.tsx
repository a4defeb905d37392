import { describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { openConsole } from '#test/dom/console.tsx'
import { button, t as en, fill, focused, has, keys, role, rowCount, searchbox, until, zh } from '#test/dom/page.ts'
import { aChannel, aToken } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'
import { statusText } from '#web/ui/status.tsx'

for (const [language, t] of Object.entries({ en, zh })) {
  const chips = () => role('list')(t('filters:chips'))
  const chip = (filter: string) => button(t('filters:remove', { filter }), chips())

  describe(`in ${language}`, () => {
    test('where nothing matches, each filter can be taken away by itself', async () => {
      answerSite({ channels: [aChannel({ status: CHANNEL_STATUS.enabled })] })
      const page = await openConsole('/channel?keyword=main&status=3&type=1', { language: language as 'en' | 'zh' })
      await until(() => expect(chips().children.length).toBe(3))
      const status = t('filters:is', {
        name: t('filters:name.status'),
        value: statusText('stopped', t('channels:status.autoDisabled')),
      })
      chip(status).focus()
      await keys('{Enter}')
      await until(() => expect(page.address()).toBe('/channel?keyword=main&type=1'))
      await rowCount(1)
      expect(has('list', t('filters:chips'))).toBe(false)
    })

    test('a time is one of them, and what is left out too', async () => {
      answerSite({})
      let page = await openConsole('/log?model_name=nowhere&not_type=1&range=1h', { language: language as 'en' | 'zh' })
      await until(() => chip(t('filters:isNot', { name: t('filters:name.type'), value: t('logs:type.1') })))
      chip(t('filters:is', { name: t('filters:name.range'), value: t('logs:range.1h') })).focus()
      await keys('{Enter}')
      await until(() => expect(page.address()).toBe('/log?model_name=nowhere&not_type=%221%22'))
      await until(() => expect(chips().children.length).toBe(2))
      await focused(() => chips().querySelectorAll('button')[1])
      page = await openConsole('/log?model_name=nowhere&from=1000000000&to=1000003600', {
        language: language as 'en' | 'zh',
      })
      await until(() => expect(chips().children.length).toBe(2))
      button(/2001-09-09/, chips()).focus()
      await keys('{Enter}')
      await until(() => expect(page.address()).toBe('/log?model_name=nowhere'))
    })
  })
}

test('a key that was pasted is not told', async () => {
  const key = `sk-${'a1b2'.repeat(12)}`
  answerSite({ tokens: [aToken()] })
  await openConsole('/token')
  await fill(() => searchbox(en('tokens:filter.keyword')), key)
  const chips = () => role('list')(en('filters:chips'))
  await until(() => expect(chips().textContent).toContain(en('filters:hidden')))
  expect(chips().textContent).not.toContain(key)
  chips().querySelector('button')?.focus()
  await keys('{Enter}')
  await rowCount(1)
})
