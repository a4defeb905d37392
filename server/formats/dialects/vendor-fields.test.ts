import { expect, test } from 'bun:test'
import { callerDialects } from './all.ts'
import { readUpstreamError } from './openai-errors.ts'

const read = (body: object) => readUpstreamError(JSON.stringify(body), 400)
const told = (format: keyof typeof callerDialects, body: object) =>
  JSON.parse(callerDialects[format].errorBody(read(body), 400, 'id1')).error

const GROQ = {
  error: {
    message: 'no',
    type: 'invalid_request_error',
    code: 'tool_use_failed',
    failed_generation: 'maybe',
    user_id: 'u',
  },
}
const GOOGLE = {
  error: {
    code: 400,
    message: 'no',
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'contents' }] }],
  },
}
const ANTHROPIC = {
  type: 'error',
  error: { type: 'invalid_request_error', message: 'no', details: { error_code: 'x' } },
}

test('fields of a vendor stay in the errors of callers of its family, but not the account', () => {
  expect(told('openai', GROQ)).toEqual({
    message: 'no (request id: id1)',
    type: 'invalid_request_error',
    param: null,
    code: 'tool_use_failed',
    failed_generation: 'maybe',
  })
  expect(told('gemini', GOOGLE).details).toEqual(GOOGLE.error.details)
  expect(told('anthropic', ANTHROPIC).details).toEqual({ error_code: 'x' })
})

test('callers of other families get the words of their own format alone', () => {
  expect(Object.keys(told('openai', GOOGLE)).sort()).toEqual(['code', 'message', 'param', 'type'])
  expect(told('anthropic', GROQ).failed_generation).toBeUndefined()
  expect(told('gemini', GROQ).details).toHaveLength(1)
})

test('fields that are longer than an error should be are left out', () => {
  expect(read({ error: { message: 'no', failed_generation: 'x'.repeat(20_000) } }).vendor).toBeUndefined()
})
