import { describe, expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { readUpstreamError } from '../../../formats/dialects/openai-errors.ts'
import { relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { judge } from '../../upstream/upstream-failure.ts'
import { refuseUnsupportedThread } from './thread-support.ts'

const send = (thread: unknown, baseUrl: string, path = '/v1/messages') => {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', messages: [], thread }))
  const endpoint = relayEndpoint(path)
  if (!endpoint) throw new Error('no endpoint')
  refuseUnsupportedThread(endpoint, { bytes, fields: scanFields(bytes) }, { type: 14, baseUrl })
}

describe('a message thread', () => {
  test.each(['', 'https://api.anthropic.com', 'https://api.anthropic.com/'])('reaches Anthropic at %j', (baseUrl) => {
    expect(() => send({ type: 'create' }, baseUrl)).not.toThrow()
  })

  test.each(['https://api.deepseek.com/anthropic', 'https://api.anthropic.com.example', 'no address'])(
    'is refused for %s, which only speaks the format',
    (baseUrl) => {
      const vendor = { fields: { details: { error_code: 'thread_unsupported_request' } } }
      expect(() => send({ type: 'create' }, baseUrl)).toThrow(
        expect.objectContaining({ field: 'thread', vendor: expect.objectContaining(vendor) }),
      )
    },
  )

  test('that is null is none, and so is the field in another format', () => {
    expect(() => send(null, 'https://other.example')).not.toThrow()
    expect(() => send({ type: 'create' }, 'https://other.example', '/v1/chat/completions')).not.toThrow()
  })

  test('that another account keeps is looked for there, and the SDK reads why it is lost', () => {
    const error = { type: 'not_found_error', message: 'no such thread', details: { error_code: 'thread_not_found' } }
    const told = readUpstreamError(JSON.stringify({ type: 'error', error }), 404)
    const verdict = judge(
      { kind: 'answered', status: 404, error: told },
      { statusMapping: {}, baseUrl: '', key: 'sk-secret' },
    )
    expect(verdict).toMatchObject({
      retry: true,
      disable: undefined,
      callerError: { vendor: { fields: { details: error.details } } },
    })
  })
})
