import { describe, expect, test } from 'bun:test'
import { callerDialects } from './all.ts'
import { isErrorBody, openAIErrorBody, openAIErrorEvent, readUpstreamError, statusOfError } from './openai-errors.ts'

const read = (body: unknown, status = 400) =>
  readUpstreamError(typeof body === 'string' ? body : JSON.stringify(body), status)

describe('an error of an upstream', () => {
  test('in the shape of OpenAI keeps all its parts', () => {
    const error = { message: 'Too hot', type: 'invalid_request_error', param: 'temperature', code: 'decimal_above_max' }
    expect(read({ error })).toEqual(error)
  })

  test('in the shape of Google tells by its type and reason what is wrong', () => {
    const details = [{ '@type': 'x' }, { reason: 'API_KEY_INVALID', domain: 'googleapis.com' }]
    const error = { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details }
    const vendor = { family: 'gemini' as const, fields: { details } }
    const type = 'INVALID_ARGUMENT'
    const read400 = { message: 'API key not valid.', type, param: null, code: 'API_KEY_INVALID', vendor }
    const said = { names: ['400'], texts: [], times: [] }
    expect(read({ error })).toEqual({ ...read400, said })
    expect(read([{ error }])).toEqual({ ...read400, said })
    expect(read({ error: { ...error, details: undefined } }).code).toBe(400)
  })

  test('keeps a code that is a number, and null', () => {
    expect(read({ error: { message: 'm', type: 't', code: 20015 } })).toMatchObject({ code: 20015, param: null })
    expect(read({ error: { message: 'm', type: 't', param: null, code: null } }).code).toBeNull()
  })

  test.each([
    ['a text', { error: 'rate limited' }, 'rate limited'],
    ['message', { code: 20015, message: 'length exceeds limit', data: null }, 'length exceeds limit'],
    ['msg', { code: 1002, msg: 'auth failed', success: false }, 'auth failed'],
    ['err', { err: 'no such model' }, 'no such model'],
    ['error_msg', { error_code: 110, error_msg: 'Access token invalid' }, 'Access token invalid'],
    ['header.message', { header: { code: 10163, message: 'request param invalid' } }, 'request param invalid'],
    ['response.error.message', { response: { error: { message: 'failed inside' } } }, 'failed inside'],
    ['error.msg', { error: { msg: 'inner msg' } }, 'inner msg'],
    ['a list with one error, as Gemini answers', [{ error: { code: 429, message: 'exhausted' } }], 'exhausted'],
    ['Response.Error, as Tencent answers', { Response: { Error: { Code: 'X', Message: 'not so' } } }, 'not so'],
    ['detail, as FastAPI answers', { detail: 'Not authenticated' }, 'Not authenticated'],
    ['Message, as AWS answers wrong keys', { Message: 'Authentication failed' }, 'Authentication failed'],
    [
      'a list of findings',
      { detail: [{ loc: ['body', 'messages', 0], msg: 'field required' }, { msg: 'too long' }, null] },
      'messages.0: field required; too long',
    ],
    ['a body that is a text, as SiliconFlow answers', '"Api key is invalid"', 'Api key is invalid'],
    ['errors, as Cloudflare answers', { success: false, errors: [{ code: 7003, message: 'no route' }] }, 'no route'],
    ['base_resp, as MiniMax answers', { base_resp: { status_code: 1004, status_msg: 'login fail' } }, 'login fail'],
    ['a text beside a code, as xAI answers', { code: 'invalid', error: 'Incorrect API key' }, 'Incorrect API key'],
  ])('is found as %s', (_, body, message) => {
    expect(read(body)).toMatchObject({ message, type: 'upstream_error' })
  })

  test.each([
    ['nothing', ''],
    ['a page', '<html><body>502 Bad Gateway at 10.0.0.1</body></html>'],
    ['JSON without a message', { ok: false }],
    ['an empty message', { error: { message: '' } }],
    ['null', 'null'],
    ['a number', '5'],
    ['an error of null', { error: null }],
    ['an empty list of errors', { errors: [] }],
    ['findings that say nothing', { detail: [{ loc: [1] }, 5] }],
    ['an empty text', '""'],
  ])('of %s is told by its status', (_, body) => {
    expect(read(body, 502).message).toBe('bad response status code 502')
    expect(read(body, 502).type).toBe('upstream_error')
  })

  test.each([
    [{ code: 20015, message: 'm' }, 20015, 'upstream_error'],
    [{ code: 'not_chat_app', message: 'm', status: 400 }, 'not_chat_app', 'upstream_error'],
    [{ object: 'error', message: 'm', type: 'rate_limited', code: '1300' }, '1300', 'rate_limited'],
    [{ code: 514, statusText: 'unAuthApiKey', message: 'm' }, 514, 'unAuthApiKey'],
    [{ success: false, errors: [{ code: 10000, message: 'm' }] }, 10000, 'upstream_error'],
    [{ base_resp: { status_code: 1008, status_msg: 'm' } }, 1008, 'upstream_error'],
    [{ header: { code: 10163, message: 'm' } }, 10163, 'upstream_error'],
  ])('keeps code and type from the top of the body: %j', (body, code, type) => {
    expect(read(body)).toMatchObject({ code, type, message: 'm' })
  })

  test('whose message is an object says what was found, as Mistral does', () => {
    const message = { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }
    expect(read({ object: 'error', message, type: 'invalid_request_error' })).toMatchObject({
      message: 'stream_options: Extra inputs are not permitted',
      type: 'invalid_request_error',
    })
  })

  test('that is a sentence in plain text keeps it, and one in an event is read', () => {
    expect(read('top_p must be in (0, 1]').message).toBe('top_p must be in (0, 1]')
    expect(read('id:1\nevent:error\ndata:{"code":"X","message":"not so"}\n\n')).toMatchObject({
      code: 'X',
      message: 'not so',
    })
    expect(read('x'.repeat(5000)).message).toBe('bad response status code 400')
  })

  test('also says what stands in its details, and in errors that it quotes, but not what the caller wrote', () => {
    const raw = '{"error":{"code":"inner_code","message":"inner words"}}'
    const error = { message: 'outer', code: 502, metadata: { provider_name: 'V', raw, flagged_input: 'written' } }
    expect(read({ error }).said).toEqual({
      names: ['inner_code'],
      texts: ['inner words', raw],
      times: [],
      isForeign: true,
    })
  })

  test('without a code gets the one of the family', () => {
    expect(read('', 503)).toMatchObject({ param: '503', code: 'bad_response_status_code' })
  })
})

describe('a 200 answer', () => {
  const is = (body: unknown) => isErrorBody(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

  test('is an error when there is nothing but an error in it', () => {
    expect(is({ error: { message: 'overloaded' } })).toBe(true)
    expect(is({ error: 'overloaded', request_id: 'x' })).toBe(true)
    expect(is({ object: 'error', message: 'too hot', type: 'BadRequestError', code: 400 })).toBe(true)
  })

  test('is an error when it has a code and a message instead of a result', () => {
    expect(is({ code: 30001, message: 'no balance', data: null })).toBe(true)
    expect(is({ code: 'Arrearage', message: 'unpaid', request_id: 'r' })).toBe(true)
    expect(is({ code: 0, message: 'ok' })).toBe(false)
    expect(is({ code: 'success', message: 'ok', data: [1] })).toBe(false)
    expect(is({ code: 1, message: 'beside it', choices: [{}] })).toBe(false)
  })

  test('is an error beside empty lists, too', () => {
    for (const name of ['choices', 'data', 'results']) {
      expect(is({ error: { message: 'overloaded' }, [name]: [] })).toBe(true)
      expect(is({ error: { message: 'odd' }, [name]: [{}] })).toBe(false)
    }
    expect(is({ choices: [], base_resp: { status_code: 1027, status_msg: 'output sensitive' } })).toBe(true)
  })

  test('is an error of MiniMax when its result is not 0 and there is no choice', () => {
    const base_resp = { status_code: 1004, status_msg: 'login fail' }
    expect(is({ choices: null, base_resp })).toBe(true)
    expect(is({ choices: [{}], base_resp })).toBe(false)
    expect(is({ choices: null, base_resp: { status_code: 0 } })).toBe(false)
    expect(is({ choices: [{ message: { content: '"base_resp"' } }] })).toBe(false)
    expect(is({ base_resp: null })).toBe(false)
  })

  test('is none when it has an answer, or no error', () => {
    expect(is({ error: null, choices: [] })).toBe(false)
    expect(is({ choices: [{ message: { content: '"error"' } }] })).toBe(false)
    expect(is({ data: [], error: {} })).toBe(false)
    expect(is({ results: [], error: {} })).toBe(false)
    expect(is('"error"')).toBe(false)
    expect(is('{"error":')).toBe(false)
  })
})

describe('an error of our own', () => {
  const error = { message: 'No', type: 'new_api_error', param: '', code: 'x' }

  test('names the request and keeps the shape', () => {
    expect(JSON.parse(openAIErrorBody(error, '2025'))).toEqual({
      error: { message: 'No (request id: 2025)', type: 'new_api_error', param: '', code: 'x' },
    })
  })

  test('is an event in a stream', () => {
    expect(openAIErrorEvent(error, '2025')).toBe(`data: ${openAIErrorBody(error, '2025')}\n\n`)
  })
})

describe('an error inside a successful answer', () => {
  const told = (error: object) => readUpstreamError(JSON.stringify({ error }), 500)
  test.each<[object, number]>([
    [{ type: 'overloaded_error', message: 'Overloaded' }, 529],
    [{ type: 'rate_limit_error', message: 'slow down' }, 429],
    [{ code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' }, 429],
    [{ code: 503, message: 'busy' }, 503],
    [{ code: 504, message: 'late' }, 500],
    [{ code: 400, type: 'invalid_request_error', message: 'insufficient balance' }, 400],
    [{ type: 'authentication_error', message: 'no' }, 401],
  ])('%j has the status %d', (error, status) => expect(statusOfError(told(error))).toBe(status))

  test('keeps its kind in the formats that have a word for it', () => {
    const overloaded = told({ type: 'overloaded_error', message: 'Overloaded' })
    expect(callerDialects.anthropic.errorEvent(overloaded, 'r')).toContain('"type":"overloaded_error"')
    const limited = told({ code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' })
    expect(callerDialects.gemini.errorEvent(limited, 'r')).toContain('"status":"RESOURCE_EXHAUSTED"')
    expect(callerDialects.anthropic.errorEvent(limited, 'r')).toContain('"type":"rate_limit_error"')
    expect(callerDialects.anthropic.errorEvent(told({ message: 'x' }), 'r')).toContain('"type":"api_error"')
  })
})
