import type { Token } from '#contract/api/tokens.ts'
import { setOptions } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import { startRealtimeUpstream } from './processes.ts'

const MODEL = 'gpt-realtime'

test.use({ start: 'empty' })

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, further(language !== 'zh'), () => {
    test.use({ language })

    test('a browser talks in a session, and the row tells what was spoken and written', async ({ page, t, client }) => {
      const upstream = await startRealtimeUpstream()
      const channel = {
        type: 1,
        name: 'voice',
        key: 'sk-voice',
        group: 'default',
        models: MODEL,
        base_url: upstream.url,
      }
      await client.send('POST', '/api/channel', channel)
      await setOptions(client, { ModelRatio: JSON.stringify({ [MODEL]: 2 }) })
      const { key } = await client.send<Token>('POST', '/api/token', { name: 'voice', unlimited_quota: true })
      await page.goto('/log')
      const heard = await page.evaluate(talkOnce, { model: MODEL, key })
      expect(heard).toEqual({ protocol: 'realtime', status: 'completed' })
      await upstream.stop()

      const rows = () => client.send<{ total: number }>('GET', '/api/log?type=2&page_size=10')
      await expect.poll(async () => (await rows()).total).toBe(1)
      await page.reload()
      await page.getByText(MODEL, { exact: true }).first().waitFor()
      await page.getByRole('row').filter({ hasText: MODEL }).getByRole('rowheader').click()
      const fact = (name: string) => page.locator('dl div').filter({ has: page.getByText(name, { exact: true }) })
      await expect(fact(t('logs:component.audioInput'))).toContainText('5')
      await expect(fact(t('logs:component.audioOutput'))).toContainText('8')
      await expect(fact(t('logs:component.input'))).toContainText('2')
      await expect(fact(t('logs:component.output'))).toContainText('6')
      // 8 spoken tokens: model ratio 2, audio 16 times as dear as what is read.
      const spoken = page.getByRole('row', { name: new RegExp(`^${t('logs:component.audioOutput')} 8 `) })
      await expect(spoken).toContainText('256')
    })
  })
}

/** Runs in the page, as any page's own script could. */
function talkOnce({ model, key }: { model: string; key: string }) {
  const address = `${location.origin.replace('http', 'ws')}/v1/realtime?model=${model}`
  const socket = new WebSocket(address, ['realtime', `openai-insecure-api-key.sk-${key}`])
  const send = (event: object) => socket.send(JSON.stringify(event))
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('the connection failed'))
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(data)
      if (event.type === 'session.created') {
        send({ type: 'input_audio_buffer.append', audio: btoa('\0'.repeat(24_000)) })
        send({ type: 'input_audio_buffer.commit' })
        const content = [{ type: 'input_text', text: 'hello there' }]
        send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
        send({ type: 'response.create' })
      } else if (event.type === 'response.done') {
        resolve({ protocol: socket.protocol, status: event.response.status })
        socket.close()
      }
    }
  })
}
