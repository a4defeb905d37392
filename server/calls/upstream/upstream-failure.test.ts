import { describe, expect, test } from 'bun:test'
import { errors } from '#contract/errors.ts'
import { readUpstreamError } from '../../formats/dialects/openai-errors.ts'
import { judge, type UpstreamFailure } from './upstream-failure.ts'

const CHANNEL = { baseUrl: 'https://llm.vendor.example:8443/base', key: 'secret-0123456789', statusMapping: {} }
const answered = (status: number, error: Partial<UpstreamFailure['error']> = {}): UpstreamFailure => ({
  kind: 'answered',
  status,
  error: { message: 'something', type: 'server_error', param: null, code: null, ...error },
})
const verdict = (failure: UpstreamFailure, statusMapping: Record<string, number> = {}) =>
  judge(failure, { ...CHANNEL, statusMapping })

describe('another channel is tried', () => {
  test.each([302, 307, 401, 402, 403, 404, 422, 429, 500, 502, 503, 529])('after status %d', (status) => {
    expect(verdict(answered(status)).retry).toBe(true)
  })
  test.each(['unreachable', 'timeout', 'malformed'] as const)('after an upstream that was %s', (kind) => {
    expect(verdict({ ...answered(0), kind }).retry).toBe(true)
  })
  test.each([400, 408, 413, 504, 524])('but not after status %d', (status) => {
    expect(verdict(answered(status)).retry).toBe(false)
  })
  test.each([
    ['a dead key', { code: 'API_KEY_INVALID' }],
    ['an account without money', { message: 'Your credit balance is too low to access the API' }],
    ['a place that is not served', { type: 'FAILED_PRECONDITION' }],
  ])('after a bad request that is about %s: the caller is told nothing of it', (_, error) => {
    expect(verdict(answered(400, error))).toMatchObject({ retry: true, status: 502, callerError: 'upstream_auth' })
  })
  test.each(['invalid_encrypted_content', 'previous_response_not_found'])(
    'after %s: another account has it',
    (code) => {
      const failure = answered(400, { code })
      expect(verdict(failure)).toMatchObject({
        retry: true,
        disable: undefined,
        status: 400,
        callerError: failure.error,
      })
    },
  )
  test('as the mapped status says', () => {
    expect(verdict(answered(400), { 400: 500 })).toMatchObject({ retry: true, status: 500 })
    expect(verdict(answered(500), { 500: 400 })).toMatchObject({ retry: false, status: 400 })
  })
})

describe('the caller is told', () => {
  test('the error of the upstream with its status', () => {
    const failure = answered(400, {
      message: 'Too hot',
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'x',
    })
    expect(verdict(failure)).toMatchObject({ status: 400, callerError: failure.error })
  })

  test.each([401, 402, 403])('nothing of our credential after %d, which would look like the own token', (status) => {
    expect(verdict(answered(status))).toMatchObject({ status: 502, callerError: 'upstream_auth' })
  })

  test('a credential error when the operator mapped it', () => {
    expect(verdict(answered(403), { 403: 400 })).toMatchObject({ status: 400, callerError: { message: 'something' } })
  })

  test('that the upstream is busy after 429', () => {
    expect(verdict(answered(429))).toMatchObject({ status: 429, callerError: 'upstream_busy' })
    expect(verdict(answered(503), { 503: 429 })).toMatchObject({ status: 429, callerError: 'upstream_busy' })
  })

  test.each([301, 302, 307, 308])('of a bad gateway after a redirect with %d', (status) => {
    expect(verdict(answered(status)).status).toBe(502)
  })

  test.each([
    ['unreachable', 'upstream_unreachable'],
    ['timeout', 'upstream_timeout'],
    ['malformed', 'upstream_malformed'],
  ] as const)('a text of our own when the upstream was %s', (kind, code) => {
    const failure = { ...answered(0, { message: 'connect ECONNREFUSED 10.0.0.1:443' }), kind }
    expect(verdict(failure)).toMatchObject({ status: errors[code].status, callerError: code })
  })
})

describe('a channel is given up', () => {
  test.each([
    ['status 401', answered(401)],
    ['code invalid_api_key', answered(400, { code: 'invalid_api_key' })],
    ['code account_deactivated', answered(403, { code: 'account_deactivated' })],
    ['code billing_not_active', answered(429, { code: 'billing_not_active' })],
    ['type insufficient_quota', answered(429, { type: 'insufficient_quota' })],
    ['type authentication_error', answered(403, { type: 'authentication_error' })],
    ['low credit', answered(400, { message: 'Your credit balance is too low to access the API' })],
    ['a disabled organization', answered(400, { message: 'This organization has been disabled.' })],
    ['a used-up quota', answered(429, { message: 'You exceeded your current quota, please check your plan' })],
    [
      'a trial that is over',
      answered(429, { message: 'You use a Trial key, which is limited to 1000 API calls / month.' }),
    ],
    ['an unpaid bill', answered(402, { message: 'Please add or update your payment method' })],
    ['Google’s word for a dead key', answered(400, { type: 'INVALID_ARGUMENT', code: 'API_KEY_INVALID' })],
    ['an unauthorized account', answered(400, { message: 'x: Your account is not authorized to y' })],
  ])('after %s', (_, failure) => {
    expect(verdict(failure).disable).toContain(`status ${failure.status}: `)
  })

  test.each([
    ['an ordinary rate limit', answered(429, { code: 'rate_limit_exceeded', type: 'requests' })],
    ['a bad request', answered(400)],
    ['the rate of a trial', answered(429, { message: 'a Trial key, which is limited to 20 API calls / minute' })],
    ['a region that is not served', answered(403, { code: 'unsupported_country_region_territory' })],
    ['content that is refused', answered(403, { message: 'Content violates usage guidelines' })],
    ['a file that is not there', answered(403, { message: 'The File q7 may not exist', type: 'PERMISSION_DENIED' })],
    ['a failure of the upstream', answered(500)],
    ['an upstream that cannot be reached', { ...answered(401), kind: 'unreachable' as const }],
    ['a message that only quotes it', answered(400, { message: 'Invalid: "You exceeded your current quota"' })],
  ])('but not after %s', (_, failure) => expect(verdict(failure).disable).toBeUndefined())

  const at = (type: number, failure: UpstreamFailure, statusMapping = {}) =>
    judge(failure, { ...CHANNEL, statusMapping, type })

  test('what Cohere blocks is not tried elsewhere', () => {
    expect(at(34, answered(498))).toMatchObject({ retry: false, disable: undefined, status: 498 })
  })
  test('an app of Dify without a model or quota is tried elsewhere; only the quota is a reason to give it up', () => {
    expect(at(37, answered(400, { code: 'provider_not_initialize' }))).toMatchObject({
      retry: true,
      disable: undefined,
    })
    expect(at(37, answered(400, { code: 'completion_request_error' }))).toMatchObject({
      retry: true,
      disable: undefined,
    })
    expect(at(37, answered(400, { code: 'provider_quota_exceeded' })).disable).toContain('status 400')
  })

  test('for what its vendor means, and not for the same number of another', () => {
    const poor = answered(402, { message: 'Insufficient Balance' })
    expect(at(43, poor)).toMatchObject({
      retry: true,
      status: 502,
      callerError: 'upstream_auth',
      disable: expect.any(String),
    })
    expect(at(1, poor).disable).toBeDefined()
    expect(at(26, answered(429, { code: '1113' }))).toMatchObject({ status: 502, callerError: 'upstream_auth' })
    expect(at(26, answered(429, { code: '1113' })).disable).toBeDefined()
    expect(at(26, answered(429, { code: '1302' })).disable).toBeUndefined()
    expect(at(1, answered(429, { code: '1113' })).disable).toBeUndefined()
  })

  test('never for what is the fault of the request, or passes', () => {
    const flagged = answered(403, { code: 403, message: 'requires moderation', type: 'permission_error' })
    expect(at(20, flagged)).toMatchObject({ retry: false, disable: undefined, status: 400, callerError: flagged.error })
    const large = answered(402, { code: 402, message: 'requires more credits, or fewer max_tokens' })
    expect(at(20, large)).toMatchObject({ retry: true, disable: undefined, status: 400, callerError: large.error })
    expect(at(35, answered(500, { code: 1002 }))).toMatchObject({ retry: true, disable: undefined, status: 429 })
    expect(at(35, answered(500, { message: 'he said insufficient balance (1008) to me' })).by).toBe('words')
  })

  test('while the table of the operator says what the caller gets', () => {
    const debts = answered(400, { code: 'Arrearage' })
    expect(at(17, debts)).toMatchObject({ retry: true, status: 502 })
    expect(at(17, debts, { 400: 418 })).toMatchObject({ status: 418, disable: expect.any(String) })
  })

  test.each([
    'credit_balance_exhausted',
    'organization_spend_limit_exceeded',
    'project_spend_limit_exceeded',
    'organization_usage_limit_exceeded',
  ])('after code %s', (code) => expect(verdict(answered(429, { code })).disable).toBeDefined())

  test('for a reason that does not quote the key', () => {
    const failure = answered(401, { message: `Incorrect API key provided: ${CHANNEL.key}, or sk-abcdef123456` })
    expect(verdict(failure).disable).toBe('status 401: Incorrect API key provided: ***, or ***')
  })
})

describe('no caller learns', () => {
  const told = (message: string) => {
    const { callerError } = verdict(answered(500, { message }))
    return typeof callerError === 'string' ? callerError : callerError.message
  }

  test.each([
    ['an address', 'Post "https://api.vendor.xyz/v1/chat?key=1": EOF', ['vendor', 'key=1']],
    ['an address with a password', 'GET http://user:pw@host/x failed', ['pw', 'host']],
    ['a web socket', 'wss://realtime.vendor.com/v1 closed', ['vendor']],
    ['a host', 'no route to api.vendor.com', ['vendor']],
    ['a host of another top level', 'lookup llm-7.vendor.cloud on 10.0.0.2:53: no such host', ['vendor', '10.0.0.2']],
    ['a host of one word', 'dial tcp: lookup gpu-box: no such host', ['gpu-box']],
    ['a host with a port', 'connect localhost:8000 refused', ['localhost', '8000']],
    ['a host with a port, of any top level', 'api.vendor.corp:8443 refused', ['vendor', '8443']],
    ['a host of a company', 'no route to llm.vendor.corp', ['vendor']],
    ['a host in words of Node', 'getaddrinfo ENOTFOUND gpu-box', ['gpu-box']],
    ['a host with a port in words of Node', 'connect ECONNREFUSED gpu-box:8000', ['gpu-box', '8000']],
    ['a host in words of Python', "HTTPSConnectionPool(host='gpu-box', port=8443): refused", ['gpu-box']],
    ['an IPv4 address', 'dial tcp 192.168.1.77:8080: connection refused', ['192.168', '8080']],
    ['an IPv6 address', 'dial tcp [2001:db8::17]:443: i/o timeout', ['2001', 'db8']],
    ['the host of the channel', 'bad answer of llm.vendor.example', ['vendor']],
    [
      'an address on the host of the channel',
      'POST https://llm.vendor.example:8443/base/deployments/mine?sig=1: EOF',
      ['vendor', '8443', 'mine', 'sig'],
    ],
    ['the host of the channel with its port', 'connect llm.vendor.example:8443: refused', ['vendor', '8443']],
    ['the key of the channel', 'key secret-0123456789 is blocked', ['0123456789']],
    ['a key of another vendor', 'Incorrect API key provided: sk-proj-ab*****yz', ['proj', 'yz']],
    ['a key of Google', 'bad key AIzaSyA1234567890abcdef', ['AIza', '1234']],
    ['a project', 'Publisher Model `projects/my-proj/locations/x` was not found', ['my-proj']],
    [
      'an account of AWS',
      'No access to arn:aws:bedrock:us-east-1:123456789012:inference-profile/mine.',
      ['123456789012', 'mine'],
    ],
    ['an account of Cloudflare', 'Could not route to /client/v4/accounts/d6b5da8hk1/ai/run/m', ['d6b5da8hk1']],
    ['an account of Ark', 'Your account 2100123456 has not activated the model doubao.', ['2100123456']],
    ['an organization', 'Project `proj_AbCdEfGh1234` of org-AbCdEfGh1234 does not have access', ['AbCdEfGh']],
    ['a bearer', 'bad header Bearer eyJhbGciOi.abc-def_1', ['eyJ', 'abc']],
  ])('%s', (_, message, secrets) => {
    for (const secret of secrets) expect(told(message)).not.toContain(secret)
  })

  test('a long text takes no longer than its length, however much like hosts it looks', () => {
    const long = 'a.'.repeat(32_000)
    // If each dot started another search, this would take minutes.
    for (let again = 0; again < 20; again++) expect(told(long)).toBe(long)
    expect(told(`${long}vendor.corp:8443`)).toBe('[upstream]')
  })

  test('any of this from the type, parameter or code of an error', () => {
    const { callerError } = verdict(
      answered(400, {
        type: 'https://errors.vendor.xyz/bad-model',
        param: `llm.vendor.example:8443 ${CHANNEL.key}`,
        code: 'sk-abcdef123456',
      }),
    )
    expect(callerError).toMatchObject({ type: '[upstream]', param: '[upstream] ***', code: 'sk-***' })
    const ordinary = { type: 'invalid_request_error', param: 'tools.0.schema.properties.info', code: 42 }
    expect(verdict(answered(400, ordinary)).callerError).toMatchObject(ordinary)
  })

  test('a part of a composed key', () => {
    const failure = answered(500, { message: 'AKIA0123456789 may not do this' })
    const { callerError } = judge(failure, { ...CHANNEL, key: 'AKIA0123456789|secret/0123456789|us-east-1' })
    expect(callerError).toMatchObject({ message: '*** may not do this' })
  })

  test.each([
    "Invalid type for 'messages[0].content': expected a string",
    "Unsupported value: 'temperature' does not support 0.2 with this model gpt-4.1-mini.",
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    'Invalid schema for function "get_time": messages.0.tool_calls.1.function.name at 12:30:05',
    '模型 gpt-4o 不存在，status:404',
    'messages.0.content.1: expected text, line 3:15, gpt-4.1:20 at 12.5:1',
    'The project_name org-chart in your account is not a valid value',
  ])('but sees what is about the request: %s', (message) => expect(told(message)).toBe(message))

  test('nor a part of a composed key', () => {
    const channel = { ...CHANNEL, key: '12345|part-of-the-secret|public-id-000' }
    const error = { message: 'no app 12345 for public-id-000', type: 'x', param: null, code: null }
    const { callerError } = judge({ kind: 'answered', status: 500, error }, channel)
    expect(callerError).toMatchObject({ message: 'no app 12345 for ***' })
  })
  test('any of this from an error page', () => {
    const error = readUpstreamError('<html>nginx at 10.1.2.3</html>', 502)
    expect(verdict({ kind: 'answered', status: 502, error }).callerError).toMatchObject({
      message: 'bad response status code 502',
    })
  })
})

describe("the caller's own addresses", () => {
  const own = 'https://pictures.example.com/a/b.png?c=1'
  const sent = Buffer.from(JSON.stringify({ url: own, other: `${CHANNEL.baseUrl}/v1` }))
  const toldOf = (message: string, body = sent) => {
    const { callerError } = judge(answered(400, { message }), CHANNEL, body)
    return typeof callerError === 'string' ? callerError : callerError.message
  }

  test('stay in an error, and the addresses of others do not', () => {
    expect(toldOf(`Error while downloading ${own}.`)).toBe(`Error while downloading ${own}.`)
    expect(toldOf(`${own} by https://worker.example.net/x`)).toBe(`${own} by [upstream]`)
    expect(toldOf(`Error while downloading ${own}.`, Buffer.from('{}'))).toBe('Error while downloading [upstream]')
  })

  test('stay where their client writes slashes with a backslash', () => {
    const php = Buffer.from(`{"url":"${own.replaceAll('/', '\\/')}"}`)
    expect(toldOf(`cannot read ${own}`, php)).toBe(`cannot read ${own}`)
  })

  test('are no way to learn where a channel leads', () => {
    expect(toldOf(`cannot reach ${CHANNEL.baseUrl}/v1`)).not.toContain(new URL(CHANNEL.baseUrl).hostname)
  })
})

test('fields of a vendor lose what callers must not learn', () => {
  const fields = { failed_generation: `key ${CHANNEL.key}`, tries: [{ host: 'http://10.1.2.3/v1' }] }
  const error = { message: 'no', type: 'x', param: null, code: null, vendor: { family: 'openai' as const, fields } }
  const { callerError } = judge({ kind: 'answered', status: 400, error }, CHANNEL)
  expect(callerError).toMatchObject({
    vendor: { fields: { failed_generation: 'key ***', tries: [{ host: '[upstream]' }] } },
  })
})

test('a status that HTTP does not know becomes 502', () => {
  for (const status of [600, 999]) expect(judge(answered(status, { message: 'odd' }), CHANNEL).status).toBe(502)
  expect(judge(answered(599, { message: 'odd' }), CHANNEL).status).toBe(599)
})

test("an account without money is the operator's, also where an answer tells of it", () => {
  const error = { message: 'You exceeded your current quota, please check your plan', code: 'insufficient_quota' }
  expect(judge(answered(500, error), CHANNEL)).toMatchObject({ callerError: 'upstream_auth', retry: true })
})
