import { expect, test } from 'bun:test'
import { scanFields } from '../../formats/body/scan-fields.ts'
import type { UpstreamFormat } from '../../formats/dialects/all.ts'
import { relayEndpoint } from '../../formats/endpoints/endpoints.ts'
import { Conversion } from './conversion.ts'

const conversion = (body: string, format: UpstreamFormat, path = '/v1/chat/completions') =>
  new Conversion(
    {
      call: {
        id: 'id1',
        endpoint: relayEndpoint(path)!,
        model: 'm',
        stream: false,
        startedAt: 0,
        usageWanted: true,
        inputTokens: 3,
        answerCount: 1,
      },
      body: { bytes: Buffer.from(body), fields: scanFields(Buffer.from(body)) },
      conversation: undefined,
    },
    format,
  )

test('a request nested beyond reason is refused: whatever follows it down would run out of stack', () => {
  const nested = (depth: number) => {
    const open = '{"type":"object","properties":{"a":'
    const schema = `${open.repeat(depth)}{}${'}}'.repeat(depth)}`
    const tool = `{"type":"function","function":{"name":"f","parameters":${schema}}}`
    return conversion(`{"messages":[{"role":"user","content":"hi [{"}],"tools":[${tool}]}`, 'anthropic')
  }
  expect(nested(400).request('claude-sonnet-4-5').toString()).toContain('input_schema')
  expect(() => nested(20_000).request('claude-sonnet-4-5')).toThrow('inside each other')
})
