import { describe, expect, test } from 'bun:test'
import * as api from '#contract/api/options.ts'
import { getNotice, getStatus } from '#contract/api/site.ts'
import { errors, errorText } from '#contract/errors.ts'
import { options } from '#contract/options.ts'
import { MAX_CALL_USD, MAX_RATIO } from '#contract/prices/price.ts'
import { MAX_QUOTA, MAX_QUOTA_PER_UNIT } from '#contract/quota.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const namesOf = (count: number, value: unknown) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value])))

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const db = () => server.services.store.db

  const set = (key: string, value: string) => root.call(api.setOption, { body: { key, value } })
  const read = async () => new Map((await root.call(api.listOptions, {})).data?.map(({ key, value }) => [key, value]))
  const stored = (key: string) => db().selectFrom('options').select('value').where('key', '=', key).executeTakeFirst()

  test('lists every option but the secrets and what the server itself remembers', async () => {
    const isShown = (spec: object) => !('secret' in spec || 'hidden' in spec)
    const keys = Object.entries(options).flatMap(([key, spec]) => (isShown(spec) ? [key] : []))
    expect([...(await read()).keys()].sort()).toEqual(keys.sort())
  })

  test('what the server itself remembers is no option to anybody', async () => {
    const message = errorText('option_unknown', 'zh', { key: 'SetupMail' })
    expect(await set('SetupMail', 'tested')).toMatchObject({ success: false, message })
    expect((await root.call(api.optionHistory, { query: { key: 'SetupMail' } })).message).toBe(message)
    expect((await root.call(api.undoOption, { body: { key: 'SetupMail' } })).message).toBe(message)
    expect(await stored('SetupMail')).toBeUndefined()
  })

  test('a change is in force and visible before the reply', async () => {
    await set('SystemName', 'My Gateway')
    await set('Notice', '# Hello')
    expect((await server.call(getStatus, {})).data?.system_name).toBe('My Gateway')
    expect((await server.call(getNotice, { query: {} })).data).toBe('# Hello')
    expect((await server.call(getNotice, { query: { format: 'html' } })).data).toContain('<h1>Hello</h1>')
    expect((await read()).get('SystemName')).toBe('My Gateway')
  })

  test('a text is shown as pages will get it before it is saved', async () => {
    const before = await read()
    expect((await root.call(api.previewContent, { body: { text: '**soon**' } })).data).toContain(
      '<strong>soon</strong>',
    )
    expect(await read()).toEqual(before)
  })

  test('changes at once all arrive', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => set('RetryTimes', String(index))))
    const value = (await stored('RetryTimes'))?.value
    expect(server.services.options.text('RetryTimes')).toBe(value!)
  })

  test('an address loses its trailing slash, a number its decoration', async () => {
    await set('ServerAddress', 'https://gateway.example//')
    await set('RetryTimes', '05')
    expect((await read()).get('ServerAddress')).toBe('https://gateway.example')
    expect((await read()).get('RetryTimes')).toBe('5')
  })

  test.each([
    ['PasswordLoginEnabled', 'yes', 'option_not_boolean', {}],
    ['QuotaForNewUser', '-1', 'option_not_number', { min: 0 }],
    ['QuotaForNewUser', '', 'option_not_number', { min: 0 }],
    ['DataExportInterval', '0', 'option_not_number', { min: 1 }],
    ['RetryTimes', '1.5', 'option_not_integer', {}],
    ['SMTPPort', '70000', 'option_above_maximum', { max: 65_535 }],
    ...(['ModelRatio', 'CompletionRatio', 'CacheRatio', 'GroupRatio', 'TopupGroupRatio'] as const).map(
      (key) => [key, '{"default":1e300}', 'option_too_large', { name: `${key}: default`, max: MAX_RATIO }] as const,
    ),
    ['ModelPrice', '{"a":1,"b":1000000.5}', 'option_too_large', { name: 'ModelPrice: b', max: MAX_CALL_USD }],
    ['UnpricedModelRatio', '1e300', 'option_above_maximum', { max: MAX_RATIO }],
    ['QuotaPerUnit', '1e300', 'option_above_maximum', { max: MAX_QUOTA_PER_UNIT }],
    ['Price', '1e300', 'option_above_maximum', { max: MAX_RATIO }],
    ...(['QuotaForNewUser', 'QuotaForInvitee', 'QuotaForInviter', 'PreConsumedQuota'] as const).map(
      (key) => [key, '9007199254740991', 'option_above_maximum', { max: MAX_QUOTA }] as const,
    ),
    ['GroupRatio', '{', 'option_not_json', {}],
    ...(['GroupRatio', 'ModelRatio', 'UserUsableGroups', 'Chats'] as const).map(
      (key) => [key, ' ', 'option_not_json', {}] as const,
    ),
    ['TopupGroupRatio', '', 'option_topup_ratio_not_json', {}],
    ['TopupGroupRatio', '{', 'option_topup_ratio_not_json', {}],
    ['ModelRatio', '{"a":"b"}', 'option_json_shape', { detail: 'a: "b"' }],
    ['Chats', '{}', 'option_json_shape', { detail: '[{"name": "link"}]' }],
    ['Chats', '[{}]', 'option_json_shape', { detail: '[{"name": "link"}]' }],
    ['Chats', '[{"a":"b","c":"d"}]', 'option_json_shape', { detail: '[{"name": "link"}]' }],
    ...['', ' ', ' x ', 'a,b'].map(
      (name) => ['GroupRatio', JSON.stringify({ default: 1, [name]: 1 }), 'option_group_name', { name }] as const,
    ),
    ...['web_serch', 'web_search:', 'Web_search'].map(
      (name) => ['ToolPrice', JSON.stringify({ web_search: 1, [name]: 1 }), 'option_tool_name', { name }] as const,
    ),
    ...['web_search ', ' web_search:gpt-4o', 'web_search: gpt-4o', 'web_search:gpt-4o\u3000'].map(
      (name) => ['ToolPrice', JSON.stringify({ [name]: 1 }), 'option_price_name', { name }] as const,
    ),
    ['ModelRatio', '{"gpt-4o":1,"gpt-4o ":2}', 'option_price_name', { name: 'gpt-4o ' }],
    ['UserUsableGroups', '{"a,b":"both"}', 'option_group_name', { name: 'a,b' }],
    ['GroupLimits', '{"default":{"rpm":1},"vipp":{"rpm":1}}', 'option_group_unknown', { name: 'vipp' }],
    ['ServerAddress', 'gateway', 'option_not_url', {}],
    ['Logo', 'our logo', 'option_not_picture', {}],
    ['Logo', 'logo.png', 'option_not_picture', {}],
    ['Logo', 'javascript:alert(1)', 'option_not_picture', {}],
    ['Logo', 'data:text/html,<b>', 'option_not_picture', {}],
    ['Logo', `/${'x'.repeat(20_000)}`, 'option_too_long', { max: 20_000 }],
    ['AccentColor', 'blue', 'option_not_colour', {}],
    ['AccentColor', '#ffee00', 'option_colour_too_light', { contrast: '1.2' }],
    ['HomeBlocks', 'call,weather', 'option_not_choice', { choices: 'call, models, uptime, facts' }],
    ['HomeBlocks', 'call,call', 'option_not_choice', { choices: 'call, models, uptime, facts' }],
    ['ServerAddress', 'http:///', 'option_not_url', {}],
    ['ServerAddress', 'https:///path', 'option_not_url', {}],
    ['ServerAddress', 'https://:80', 'option_not_url', {}],
    ['DataExportDefaultTime', 'month', 'option_not_choice', { choices: 'hour, day, week' }],
    ['EpayId', 'x'.repeat(2001), 'option_too_long', { max: 2000 }],
    ['SMTPFrom', 'a@b.test, c@d.test', 'option_not_sender', {}],
    ['Chats', '[{"good":"https://a.test"},{"bad":"javascript:alert(1)"}]', 'option_chat_link', { name: 'bad' }],
    ['ModelCards', '[]', 'option_json_shape', { detail: '{"name": …}' }],
    ['ModelCards', '{"m":5}', 'option_json_shape', { detail: 'm: 5' }],
    ...(
      [
        [{ contxt: 5 }, 'unknown field contxt'],
        [{ context: 0 }, 'context: must be a whole number above 0'],
        [{ input: ['smell'] }, 'input.0: must be one of text, image, audio, video, file'],
        [{ input: ['text', 'text'] }, 'input: names something twice'],
        [{ description: { en: 'A model.' } }, 'description.zh: must be a text'],
        [{ hidden: 'yes' }, 'hidden: must be true or false'],
        [{ released: '2026' }, 'released: must be a day, such as 2026-09-22'],
      ] as const
    ).map(
      ([card, detail]) =>
        [
          'ModelCards',
          JSON.stringify({ good: {}, wrong: card }),
          'option_model_card',
          { name: 'wrong', detail },
        ] as const,
    ),
    ['SystemName', 'x'.repeat(61), 'option_too_long', { max: 60 }],
    ['SensitiveWords', `a\n${'{"a":'.repeat(100_000)}`, 'option_word_too_long', { max: 1000 }],
    ['SensitiveWords', 'x'.repeat(1_000_000), 'option_word_too_long', { max: 1000 }],
    ['ModelRatio', namesOf(10_001, 1), 'option_too_many', { max: 10_000 }],
    ['GroupLimits', namesOf(10_001, { rpm: 5 }), 'option_too_many', { max: 10_000 }],
    ['ModelFallbacks', namesOf(10_001, 'other'), 'option_too_many', { max: 10_000 }],
    ['Chats', JSON.stringify(Array(10_001).fill({ a: 'https://a.example/{key}' })), 'option_too_many', { max: 10_000 }],
    ['SystemName', ' \u3000', 'option_required', {}],
    ['Nonsense', '1', 'option_unknown', { key: 'Nonsense' }],
  ] as const)('%s = %p is refused and not stored', async (key, value, code, parameters) => {
    const before = await stored(key)
    expect(await set(key, value)).toMatchObject({ success: false, message: errorText(code, 'zh', parameters) })
    expect(await stored(key)).toEqual(before as never)
  })

  test('the bounds themselves are accepted', async () => {
    const bounds = { ModelRatio: MAX_RATIO, ModelPrice: MAX_CALL_USD }
    for (const [key, max] of Object.entries(bounds)) {
      expect(await set(key, JSON.stringify({ a: max }))).toMatchObject({ success: true })
      await set(key, '{}')
    }
    for (const spec of Object.values(options)) if ('max' in spec) expect(Number.isSafeInteger(spec.max)).toBe(true)
  })

  test('all groups may go but that of new users', async () => {
    for (const text of ['{}', '{"vip":1}']) {
      expect(await set('GroupRatio', text)).toMatchObject({ success: false, message: errors.option_default_group.zh })
    }
    expect(await set('GroupRatio', '{"default":1}')).toMatchObject({ success: true })
    await set('GroupRatio', options.GroupRatio.default)
  })

  describe('what older versions have stored', () => {
    async function readingOf<K extends keyof typeof options>(key: K, value: string) {
      await set(key, options[key].default)
      await db().updateTable('options').set({ value }).where('key', '=', key).execute()
      await server.services.options.reload()
      const read = server.services.options.values[key]
      await set(key, options[key].default)
      return read
    }

    test('counts as far as it is acceptable', async () => {
      expect(await readingOf('ModelRatio', '{"a":1e300,"b":2.5,"c":"x","d":-1}')).toEqual({ a: MAX_RATIO, b: 2.5 })
      expect(await readingOf('GroupRatio', '{"a,b":3,"default":1e999}')).toEqual({ 'a,b': 3, default: MAX_RATIO })
      expect(await readingOf('UnpricedModelRatio', '1e300')).toBe(MAX_RATIO)
      expect(await readingOf('QuotaForNewUser', '9007199254740991')).toBe(MAX_QUOTA)
      const links = '[{},{"a":"https://a.test","c":"ama://c"},{"e":1},{"f":"javascript:alert(1)"}]'
      expect(await readingOf('Chats', links)).toEqual([{ a: 'https://a.test' }, { c: 'ama://c' }])
      expect(await readingOf('ModelCards', '{"a":{"context":5},"b":{"context":0}}')).toEqual({ a: { context: 5 } })
    })

    test('counts as the default where nothing is near', async () => {
      expect(await readingOf('QuotaForNewUser', 'many')).toBe(0)
      expect(await readingOf('ModelRatio', '{')).toEqual({})
      expect(await readingOf('ModelRatio', '[1]')).toEqual({})
      expect(await readingOf('ServerAddress', 'http:')).toBe('')
    })
  })

  test('the built-in ratios come back, and the reply speaks the language of the browser', async () => {
    await set('ModelRatio', '{"a":2}')
    const english = { 'Accept-Language': 'en' }
    expect((await root.call(api.resetModelRatio, {})).message).toBe('重置模型倍率成功')
    expect((await root.call(api.resetModelRatio, {}, english)).message).toBe('The model ratios were reset')
    expect((await read()).get('ModelRatio')).toBe('{}')
  })

  test.each([
    ['GitHubOAuthEnabled', 'github_not_configured', ['GitHubClientId', 'GitHubClientSecret']],
    ['LinuxDOOAuthEnabled', 'linuxdo_not_configured', ['LinuxDOClientId', 'LinuxDOClientSecret']],
    ['TurnstileCheckEnabled', 'turnstile_not_configured', ['TurnstileSiteKey', 'TurnstileSecretKey']],
    ['TelegramOAuthEnabled', 'telegram_not_configured', ['TelegramBotToken', 'TelegramBotName']],
  ] as const)('%s needs its settings first', async (key, code, needed) => {
    expect((await set(key, 'true')).message).toBe(errors[code].zh)
    for (const name of needed) await set(name, 'filled')
    expect((await set(key, 'true')).success).toBe(true)
    expect((await set(key, 'false')).success).toBe(true)
  })

  test.each(['', '{', '[]', '{}', '{"key":"Notice"}', '{"key":"Notice","value":1}', '{"value":"x"}'])(
    'a body of %p is a bad request',
    async (body) => {
      const response = await server.request('/api/option/', { method: 'PUT', headers: root.headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ success: false, message: '无效的参数' })
    },
  )

  test('the domain restriction needs domains', async () => {
    await set('EmailDomainWhitelist', '')
    expect((await set('EmailDomainRestrictionEnabled', 'true')).message).toBe(errors.email_whitelist_empty.zh)
    await set('EmailDomainWhitelist', 'example.com')
    expect((await set('EmailDomainRestrictionEnabled', 'true')).success).toBe(true)
  })

  describe('secrets', () => {
    test('are stored encrypted, audited without the value, and cleared by an empty text', async () => {
      await set('SMTPToken', 'mail-secret')
      const value = (await stored('SMTPToken'))!.value
      expect(server.services.vault.decrypt(value)).toBe('mail-secret')
      expect(server.services.options.values.SMTPToken).toBe('mail-secret')
      await set('SMTPToken', '')
      expect(server.services.options.values.SMTPToken).toBe('')
      const audits = await db()
        .selectFrom('audits')
        .selectAll()
        .where('target_id', '=', 'SMTPToken')
        .orderBy('id')
        .execute()
      expect(audits.map(({ before, after }) => [before, after])).toEqual([
        ['"empty"', '"set"'],
        ['"set"', '"empty"'],
      ])
      expect(JSON.stringify(audits)).not.toContain('mail-secret')
    })
  })

  test('a change is audited with both values', async () => {
    await set('Footer', 'one')
    await set('Footer', 'two')
    const audits = await db().selectFrom('audits').selectAll().where('target_id', '=', 'Footer').orderBy('id').execute()
    expect(audits.at(-1)).toMatchObject({
      action: 'option.update',
      actor_id: 1,
      actor_name: 'root',
      before: '"one"',
      after: '"two"',
    })
  })
})
