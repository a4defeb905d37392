import { describe, expect, test } from 'bun:test'
import * as api from '#contract/api/options.ts'
import { errors, errorText } from '#contract/errors.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { saveOption } from './save.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  const set = (key: string, value: string) => root.call(api.setOption, { body: { key, value } })
  const undo = (key: string) => root.call(api.undoOption, { body: { key } })
  const text = (key: 'Footer' | 'About' | 'Notice' | 'ModelRatio') => server.services.options.text(key)
  const history = async (key: string, query: Record<string, unknown> = {}) => {
    const answer = await root.call(api.optionHistory, { query: { key, ...query } as never })
    return { changes: answer.data?.map(({ before, after }) => [before, after]), total: answer.total }
  }

  describe('the history of an option', () => {
    test('is its changes, newest first, with who made them', async () => {
      await set('Footer', 'one')
      await set('Footer', 'two')
      await set('About', 'other')
      expect(await history('Footer')).toEqual({
        changes: [
          ['one', 'two'],
          ['', 'one'],
        ],
        total: 2,
      })
      expect(await history('Footer', { p: '1', page_size: '1' })).toEqual({ changes: [['', 'one']], total: 2 })
      const { data } = await root.call(api.optionHistory, { query: { key: 'Footer' } })
      expect(data?.[0]).toMatchObject({ actor_id: 1, actor_name: 'root' })
    })

    test('does not count saving the same text', async () => {
      await set('Notice', 'same')
      await set('Notice', 'same')
      expect((await history('Notice')).total).toBe(1)
    })

    test('is a chain, also of changes made at once', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, index) => set('RetryTimes', String(index % 7))))
      const changes = (await history('RetryTimes', { page_size: '100' })).changes!.reverse()
      for (const [index, [before]] of changes.entries()) expect(before).toBe(index ? changes[index - 1]![1]! : '3')
    })

    test('of a secret tells that it was set, never to what', async () => {
      await set('SMTPToken', 'mail-secret')
      await set('SMTPToken', 'other-secret')
      expect((await history('SMTPToken')).changes).toEqual([
        ['set', 'set'],
        ['empty', 'set'],
      ])
    })

    test('of an unknown option is refused', async () => {
      const message = errorText('option_unknown', 'zh', { key: 'Nonsense' })
      expect((await root.call(api.optionHistory, { query: { key: 'Nonsense' } })).message).toBe(message)
      expect((await undo('Nonsense')).message).toBe(message)
    })
  })

  describe('undoing', () => {
    test('takes back the last change at once; a second time brings it back', async () => {
      await set('HomePageContent', 'one')
      await set('HomePageContent', 'two')
      expect((await undo('HomePageContent')).data).toEqual({ key: 'HomePageContent', value: 'one' })
      expect(server.services.options.text('HomePageContent')).toBe('one')
      expect((await undo('HomePageContent')).data?.value).toBe('two')
      expect((await history('HomePageContent')).total).toBe(4)
    })

    test('needs a change', async () => {
      expect((await undo('TopUpLink')).message).toBe(errors.option_without_history.zh)
    })

    test('is not possible for secrets', async () => {
      await set('EpayKey', 'pay-secret')
      expect((await undo('EpayKey')).message).toBe(errors.option_secret_undo.zh)
      expect(server.services.options.values.EpayKey).toBe('pay-secret')
    })

    test('checks the former value as any other', async () => {
      for (const [key, value] of [
        ['TurnstileSiteKey', 'site'],
        ['TurnstileSecretKey', 'secret'],
        ['TurnstileCheckEnabled', 'true'],
        ['TurnstileCheckEnabled', 'false'],
        ['TurnstileSecretKey', ''],
      ] as const) {
        expect((await set(key, value)).success).toBe(true)
      }
      expect((await undo('TurnstileCheckEnabled')).message).toBe(errors.turnstile_not_configured.zh)
    })

    test('does not take back what somebody changed meanwhile', async () => {
      await set('About', 'mine')
      const by = { userId: 1, username: 'root', ip: '', requestId: '' }
      const saving = saveOption(server.services, by, 'About', 'older', 'not what is stored')
      await expect(saving).rejects.toThrow(errors.option_changed_meanwhile.en)
      expect(text('About')).toBe('mine')
    })
  })

  test('resetting the model ratios brings back the built-in prices, and can be undone', async () => {
    await set('ModelRatio', '{"gpt-4o":99}')
    const answer = await root.call(api.resetModelRatio, {})
    expect(answer).toMatchObject({ success: true, message: '重置模型倍率成功' })
    expect(text('ModelRatio')).toBe('{}')
    expect((await history('ModelRatio')).changes?.[0]).toEqual(['{"gpt-4o":99}', '{}'])
    await undo('ModelRatio')
    expect(server.services.options.values.ModelRatio).toEqual({ 'gpt-4o': 99 })
  })
})
