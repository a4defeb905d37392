import { beforeAll, expect, test } from 'bun:test'
import { nextTurn } from '#server/platform/async/next-turn.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string

  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)

  async function ask(content: unknown) {
    const model = relay.model()
    await relay.channel({ models: model })
    return { model, response: await relay.chat(token, { model, messages: [{ role: 'user', content }] }) }
  }

  test('a prompt with one of the words is refused before it goes anywhere, and the words are not told', async () => {
    const { model, response } = await ask([{ type: 'text', text: 'say Test_Sensitive' }])
    const error = await refused(response)
    expect(error).toMatchObject({ status: 400, code: 'sensitive_words_detected' })
    expect(error.message.toLowerCase()).not.toContain('test_sensitive')
    expect(relay.tried(model)).toEqual([])
  })

  test('a large body, which is read in slices, is refused and served as a small one', async () => {
    const long = 'some "words" of a long\nconversation, '.repeat(50_000)
    const { model, response } = await ask(`${long}Test_Sensitive${long}`)
    expect(await refused(response)).toMatchObject({ status: 400, code: 'sensitive_words_detected' })
    expect(relay.tried(model)).toEqual([])
    const served = await ask(long)
    expect(served.response.status).toBe(200)
    expect(await served.response.json()).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
  })

  test.each([
    ['C:\\users and \\more', 200, undefined],
    ['say Test_Sensitive', 400, 'sensitive_words_detected'],
  ])('the text of a form is looked at as it is: %j', async (prompt, status, code) => {
    const model = relay.model()
    await relay.channel({ models: model, model_mapping: JSON.stringify({ [model]: 'fake' }) })
    const form = new FormData()
    for (const [name, value] of Object.entries({ model, prompt })) form.append(name, value)
    form.append('file', new Blob(['abc']), 'a.wav')
    const headers = { authorization: `Bearer ${token}` }
    const init = { method: 'POST', headers, body: form }
    const response = await relay.server.request('/v1/audio/transcriptions', init)
    expect(response.status).toBe(status)
    if (code) expect(await refused(response)).toMatchObject({ code })
  })

  test.each([
    ['an instruction', { systemInstruction: { parts: [{ text: 'test_sensitive' }] } }],
    [
      'the result of a tool',
      { contents: [{ parts: [{ functionResponse: { name: 'f', response: { a: 'test_sensitive' } } }] }] },
    ],
    [
      'the description of a tool',
      { tools: [{ functionDeclarations: [{ name: 'f', description: 'test_sensitive' }] }] },
    ],
  ])("%s in Gemini's format is searched, too", async (_what, fields) => {
    const model = relay.model()
    await relay.channel({ models: model })
    const body = { contents: [{ parts: [{ text: 'hi' }] }], ...fields }
    const before = relay.upstream.requests.length
    const response = await relay.post(`/v1beta/models/${model}:generateContent`, token, body)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('sensitive_words_detected')
    expect(relay.upstream.requests).toHaveLength(before)
  })

  test('a long list applies when its save returns, and the old one with all other options until then', async () => {
    const { options } = relay.server.services
    const before = options.values
    const former = options.wordSearch
    const words = Array.from({ length: 5000 }, (_, index) => `banned-${index * 7919}`)
    let isSaved = false
    const saved = relay.option('SensitiveWords', ['test_sensitive', ...words].join('\n')).finally(() => {
      isSaved = true
    })
    let turns = 0
    while (options.wordSearch === former && !isSaved) {
      expect(options.values.SensitiveWords).toEqual(before.SensitiveWords)
      expect(former?.isIn('say Test_Sensitive')).toBe(true)
      await nextTurn()
      turns += 1
    }
    await saved
    expect(turns).toBeGreaterThan(1)
    expect(options.values.SensitiveWords).toHaveLength(5001)
    expect((await ask(`say ${words.at(-1)}`)).response.status).toBe(400)
    expect((await ask('say Test_Sensitive')).response.status).toBe(400)
    expect((await ask('say something else')).response.status).toBe(200)
  })

  test('the list and its switches take effect at once', async () => {
    await relay.option('SensitiveWords', 'other word\n第二个')
    expect((await ask('test_sensitive')).response.status).toBe(200)
    expect((await ask('the Other Word')).response.status).toBe(400)
    await relay.option('CheckSensitiveOnPromptEnabled', 'false')
    expect((await ask('the Other Word')).response.status).toBe(200)
  })
})
