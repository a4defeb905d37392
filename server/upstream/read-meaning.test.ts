import { describe, expect, test } from 'bun:test'
import { readUpstreamError } from '../dialects/openai-errors.ts'
import { commonSignals } from './common-signals.ts'
import { MEANINGS, type Meaning } from './meanings.ts'
import { embeddedFailure, readAnsweredFailure } from './read-failure.ts'
import { readMeaning } from './read-meaning.ts'
import { vendorSignals } from './vendor-signals.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const NO_HEADERS = () => undefined
const meaningOf = (type: number | undefined, status: number, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readMeaning(type, readAnsweredFailure({ status, header: NO_HEADERS }, text, NOW)).meaning
}

/** Errors in OpenAI's shape. */
const openai = (message: string, code: unknown = null, type: string | null = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_7' })
const google = (code: number, status: string, message: string, details?: unknown[]) => ({
  error: { code, message, status, ...(details ? { details } : {}) },
})
const retryIn = (retryDelay: string) => [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }]
const reason = (name: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: name }]
const tencent = (Code: string, Message: string) => ({ Response: { Error: { Code, Message }, RequestId: 'r-1' } })
const minimax = (status_code: number, status_msg: string) => ({ choices: null, base_resp: { status_code, status_msg } })

/** One line: the meaning, the channel type, the status, and the body. */
type Line = readonly [Meaning, number, number, unknown]

const cases: Record<string, readonly Line[]> = {
  OpenAI: [
    ['key', 1, 401, openai('Incorrect API key provided: sk-qq***zz.', 'invalid_api_key')],
    ['key', 1, 401, openai('You must provide an API key in the Authorization header.')],
    ['key', 1, 400, openai('This organization has been disabled.')],
    ['money', 1, 429, openai('Your organization has no credits.', 'credit_balance_exhausted', 'insufficient_quota')],
    ['money', 1, 400, openai('Billing hard limit has been reached', 'billing_hard_limit_reached')],
    ['money', 1, 429, openai('Your account is not active, please check your billing details.', 'billing_not_active')],
    [
      'rate',
      1,
      429,
      openai(
        'Rate limit reached for gpt-5 in organization org-q on requests per min (RPM): Limit 3, Used 3. You can add a payment method to your account.',
        'rate_limit_exceeded',
        'requests',
      ),
    ],
    ['load', 1, 503, openai('Slow down', 'slow_down', 'service_unavailable_error')],
    ['broken', 1, 500, openai('The server had an error while processing your request.', null, 'server_error')],
    [
      'content',
      1,
      400,
      openai('Your request was rejected by the safety system.', 'moderation_blocked', 'image_generation_user_error'),
    ],
    ['model', 1, 404, openai('The model `gpt-9` does not exist or you do not have access to it.', 'model_not_found')],
    ['model', 1, 403, openai('Project `proj_q` does not have access to model `gpt-9`', 'model_not_found')],
    [
      'model',
      1,
      403,
      openai(
        'Country, region, or territory not supported',
        'unsupported_country_region_territory',
        'request_forbidden',
      ),
    ],
    ['resource', 1, 404, openai('No such File object: file-q1')],
    ['elsewhere', 1, 400, openai("Previous response with id 'resp_q' not found.", 'previous_response_not_found')],
    [
      'request',
      1,
      400,
      openai("Unsupported parameter: 'max_tokens' is not supported with this model.", 'unsupported_parameter'),
    ],
  ],
  Azure: [
    [
      'key',
      3,
      401,
      { error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' } },
    ],
    [
      'rate',
      3,
      429,
      { error: { code: 'RateLimitReached', message: 'Your requests have exceeded the call rate limit.' } },
    ],
    [
      'model',
      3,
      404,
      { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } },
    ],
    [
      'content',
      3,
      400,
      {
        error: {
          message: 'The response was filtered',
          code: null,
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
      },
    ],
    ['load', 3, 429, { error: { code: 'NoCapacity', message: 'The system is currently experiencing high demand.' } }],
  ],
  Anthropic: [
    ['key', 14, 401, anthropic('authentication_error', 'invalid x-api-key')],
    [
      'money',
      14,
      400,
      anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    ],
    [
      'money',
      14,
      400,
      anthropic(
        'invalid_request_error',
        'You have reached your specified workspace API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
      ),
    ],
    ['money', 14, 402, anthropic('billing_error', 'Payment is due')],
    [
      'money',
      14,
      429,
      {
        type: 'error',
        error: { type: 'rate_limit_error', message: 'Limit', details: { error_code: 'enforced_spend_limit_reached' } },
      },
    ],
    [
      'rate',
      14,
      429,
      anthropic(
        'rate_limit_error',
        'This request would exceed your organization’s rate limit of 40,000 input tokens per minute',
      ),
    ],
    ['load', 14, 529, anthropic('overloaded_error', 'Overloaded')],
    ['request', 14, 400, anthropic('invalid_request_error', 'tools.0.input_schema: Field required')],
    ['unknown', 14, 404, anthropic('not_found_error', 'Not found')],
  ],
  Google: [
    [
      'rate',
      24,
      429,
      google(
        429,
        'RESOURCE_EXHAUSTED',
        'You exceeded your current quota, please check your plan and billing details. Please retry in 12.2s.',
        retryIn('12s'),
      ),
    ],
    ['rate', 24, 429, google(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).')],
    ['money', 24, 402, google(402, 'RESOURCE_EXHAUSTED', 'No more credit')],
    ['money', 24, 429, google(429, 'RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.')],
    [
      'money',
      41,
      403,
      google(403, 'PERMISSION_DENIED', 'This API method requires billing to be enabled.', reason('BILLING_DISABLED')),
    ],
    [
      'key',
      24,
      400,
      google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', reason('API_KEY_INVALID')),
    ],
    [
      'key',
      24,
      403,
      google(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'),
    ],
    [
      'key',
      24,
      403,
      google(
        403,
        'PERMISSION_DENIED',
        'Generative Language API has not been used in project 7 before or it is disabled.',
        reason('SERVICE_DISABLED'),
      ),
    ],
    ['key', 24, 403, google(403, 'PERMISSION_DENIED', "Permission denied: Consumer 'api_key:q' has been suspended.")],
    ['model', 24, 400, google(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.')],
    [
      'model',
      41,
      404,
      google(
        404,
        'NOT_FOUND',
        'Publisher Model `projects/q/x` was not found or your project does not have access to it.',
      ),
    ],
    [
      'resource',
      24,
      403,
      google(403, 'PERMISSION_DENIED', 'You do not have permission to access the File q7 or it may not exist.'),
    ],
    ['resource', 24, 403, google(403, 'PERMISSION_DENIED', 'CachedContent not found (or permission denied)')],
    ['load', 24, 503, google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')],
    ['slow', 24, 504, google(504, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.')],
    ['request', 24, 400, google(400, 'INVALID_ARGUMENT', 'Unknown name "insufficient balance": Cannot find field.')],
  ],
  Bedrock: [
    ['key', 33, 403, { message: 'The security token included in the request is invalid.' }],
    ['key', 33, 403, { Message: 'Authentication failed: Please make sure your API Key is valid.' }],
    ['model', 33, 403, { message: "You don't have access to the model with the specified model ID." }],
    ['rate', 33, 429, { message: 'Too many requests, please wait before trying again.' }],
    ['model', 33, 400, { message: 'Invocation of model ID q with on-demand throughput isn’t supported.' }],
  ],
  xAI: [
    ['key', 48, 400, { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: q***q.' }],
    [
      'money',
      48,
      403,
      { code: 'permission-denied', error: "Your newly created team doesn't have any credits or licenses yet." },
    ],
    [
      'money',
      48,
      429,
      {
        code: 'Some resource has been exhausted',
        error: 'Your team q has either used all available credits or reached its monthly spending limit.',
      },
    ],
    [
      'content',
      48,
      403,
      { code: 'permission-denied', error: 'Content violates usage guidelines. Team: q, API key ID: z' },
    ],
    ['rate', 48, 429, { code: 'Some resource has been exhausted', error: 'Too many requests for team q' }],
  ],
  OpenRouter: [
    [
      'afford',
      20,
      402,
      {
        error: {
          code: 402,
          message: 'This request requires more credits, or fewer max_tokens. You can only afford 12.',
        },
      },
    ],
    ['money', 20, 402, { error: { code: 402, message: 'Insufficient credits. Add more credits' } }],
    [
      'content',
      20,
      403,
      {
        error: {
          code: 403,
          message: 'q requires moderation. Your input was flagged for "violence".',
          metadata: { provider_name: 'OpenAI', reasons: ['violence'] },
        },
      },
    ],
    [
      'rate',
      20,
      429,
      {
        error: {
          code: 429,
          message: 'Provider returned error',
          metadata: { raw: 'q is temporarily rate-limited upstream', provider_name: 'Chutes' },
        },
      },
    ],
    [
      'rate',
      20,
      429,
      {
        error: {
          code: 429,
          message: 'Provider returned error',
          metadata: { raw: '{"error":{"code":"insufficient_quota","message":"none"}}', provider_name: 'OpenAI' },
        },
      },
    ],
    ['model', 20, 404, { error: { code: 404, message: 'No endpoints found matching your data policy.' } }],
    ['key', 20, 401, { error: { code: 401, message: 'User not found.' } }],
  ],
  Groq: [
    [
      'key',
      1001,
      400,
      openai('Organization has been restricted. Please reach out to support.', 'organization_restricted'),
    ],
    [
      'rate',
      1001,
      429,
      openai(
        'Rate limit reached for model on tokens per day (TPD): Limit 1. Please try again in 7m12s.',
        'rate_limit_exceeded',
        'tokens',
      ),
    ],
    ['request', 1001, 413, openai('Request Entity Too Large', 'request_too_large')],
  ],
  Mistral: [
    ['key', 42, 401, { detail: 'Unauthorized' }],
    [
      'unfit',
      42,
      422,
      {
        object: 'error',
        message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'q'], msg: 'Extra inputs are not permitted' }] },
        type: 'invalid_request_error',
        code: null,
      },
    ],
    ['rate', 42, 429, { message: 'Requests rate limit exceeded' }],
  ],
  DeepSeek: [
    ['money', 43, 402, openai('Insufficient Balance', 'invalid_request_error', 'unknown_error')],
    [
      'key',
      43,
      401,
      openai('Authentication Fails, Your api key: ****q is invalid', 'invalid_request_error', 'authentication_error'),
    ],
    ['content', 43, 400, openai('Content Exists Risk')],
    ['model', 43, 400, openai('Model Not Exist')],
  ],
  Moonshot: [
    [
      'money',
      25,
      429,
      openai(
        'Your account q is suspended, please check your plan and billing details',
        null,
        'exceeded_current_quota_error',
      ),
    ],
    [
      'rate',
      25,
      429,
      openai(
        'Your account q request reached max organization concurrency: 3, please try again after 1 seconds',
        null,
        'rate_limit_reached_error',
      ),
    ],
    [
      'content',
      25,
      400,
      openai('The request was rejected because it was considered high risk', null, 'content_filter'),
    ],
    ['key', 25, 401, openai('Invalid Authentication', null, 'invalid_authentication_error')],
  ],
  Zhipu: [
    ['money', 26, 429, { error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } }],
    [
      'rate',
      26,
      429,
      { error: { code: '1308', message: '已达到 5 小时的使用上限。您的限额将在 2026-11-27 23:00:00 重置。' } },
    ],
    ['key', 26, 401, { error: { code: '1002', message: 'Authorization Token非法' } }],
    ['key', 26, 403, { error: { code: '1121', message: '账户因违规已被锁定' } }],
    ['content', 26, 400, { error: { code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容' } }],
    ['request', 26, 400, { error: { code: '1214', message: 'messages 参数非法' } }],
  ],
  DashScope: [
    [
      'money',
      17,
      400,
      { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' },
    ],
    [
      'model',
      17,
      403,
      openai(
        'The free tier of the model has been exhausted.',
        'AllocationQuota.FreeTierOnly',
        'AllocationQuota.FreeTierOnly',
      ),
    ],
    [
      'rate',
      17,
      429,
      openai(
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
        'insufficient_quota',
      ),
    ],
    [
      'rate',
      17,
      429,
      { code: 'Throttling.RateQuota', message: 'Requests rate limit exceeded, please try again later.' },
    ],
    ['content', 17, 400, { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.' }],
    ['key', 17, 401, { code: 'InvalidApiKey', message: 'Invalid API-key provided.' }],
  ],
  'Baidu, Tencent, Spark': [
    [
      'key',
      46,
      401,
      { error: { code: 'invalid_iam_token', message: 'IAM Certification failed', type: 'invalid_request_error' } },
    ],
    [
      'rate',
      46,
      429,
      {
        error: { code: 'rpm_rate_limit_exceeded', message: 'Rate limit reached for RPM', type: 'rate_limit_exceeded' },
      },
    ],
    [
      'money',
      46,
      403,
      { error: { code: 'account_overdue', message: 'The account is overdue', type: 'access_denied' } },
    ],
    ['rate', 15, 500, { error_code: 18, error_msg: 'Open api qps request limit reached' }],
    ['load', 15, 500, { error_code: 336100, error_msg: 'the service is busy' }],
    ['money', 23, 500, tencent('FailedOperation.ResourcePackExhausted', 'none left')],
    ['key', 23, 500, tencent('AuthFailure.SecretIdNotFound', 'The SecretId is not found')],
    ['content', 23, 500, tencent('OperationDenied.TextIllegalDetected', 'Text is illegal')],
    ['rate', 23, 500, tencent('RequestLimitExceeded', 'too fast')],
    ['key', 18, 500, { error: { code: 11200, message: 'AppIdNoAuthError' } }],
  ],
  'MiniMax, Volcengine': [
    ['money', 35, 200, minimax(1008, 'insufficient balance')],
    ['rate', 35, 200, minimax(1002, 'rate limit')],
    ['content', 35, 200, minimax(1026, 'input new_sensitive')],
    ['money', 35, 500, anthropic('api_error', 'insufficient balance (1008)')],
    ['model', 45, 404, openai('Your account 7 has not activated the model q.', 'ModelNotOpen', 'NotFound')],
    [
      'model',
      45,
      429,
      openai('Your account 7 has reached the set inference limit.', 'SetLimitExceeded', 'TooManyRequests'),
    ],
    ['rate', 45, 429, openai('too fast', 'RateLimitExceeded.EndpointRPMExceeded', 'TooManyRequests')],
    ['rate', 45, 429, openai('too fast', 'ModelAccountTpmRateLimitExceeded', 'TooManyRequests')],
    ['content', 45, 400, openai('sensitive', 'SensitiveContentDetected.Violence', 'BadRequest')],
    ['load', 45, 429, openai('busy', 'ServerOverloaded', 'TooManyRequests')],
  ],
  'Cohere, Together, Fireworks, SiliconFlow, Perplexity, Cerebras, NVIDIA': [
    ['money', 34, 429, { message: 'You are using a Trial key, which is limited to 1000 API calls / month.' }],
    ['rate', 34, 429, { message: 'You are using a Trial key, which is limited to 20 API calls / minute.' }],
    ['key', 34, 401, { message: 'invalid api token' }],
    ['content', 34, 498, { message: 'blocked' }],
    ['key', 1, 401, openai('Invalid API key provided. You can find your API key at the settings.', 'invalid_api_key')],
    ['money', 1, 402, openai('Credit limit exceeded, please add a payment method')],
    [
      'money',
      1003,
      412,
      openai(
        'Account q is suspended, possibly due to reaching the monthly spending limit',
        'PRECONDITION_FAILED',
        'error',
      ),
    ],
    ['money', 40, 403, { code: 30001, message: 'Sorry, your account balance is insufficient', data: null }],
    ['key', 40, 401, '"Api key is invalid"'],
    ['load', 40, 503, { code: 50505, message: 'Model service overloaded. Please try again later.' }],
    [
      'load',
      1,
      429,
      {
        message: 'We’re experiencing high traffic right now!',
        type: 'too_many_requests_error',
        code: 'queue_exceeded',
      },
    ],
    ['key', 1, 403, { status: 403, title: 'Forbidden', detail: 'Authorization failed' }],
  ],
  'Ollama, vLLM': [
    ['model', 1, 404, { error: 'model "q" not found, try pulling it first' }],
    ['load', 1, 503, { error: 'server busy, please try again. maximum pending requests exceeded' }],
    [
      'request',
      1,
      400,
      {
        object: 'error',
        message: 'top_k must be -1 (disable), or at least 1',
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    ],
    ['request', 1, 400, 'top_p must be in (0, 1]'],
  ],
  'other servers and pages': [
    ['afford', 1, 403, openai('预扣费额度失败, 用户剩余额度: ＄0.01, 需要预扣费额度: ＄0.50')],
    ['money', 1, 403, openai('用户额度不足', 'insufficient_user_quota', 'new_api_error')],
    ['key', 1, 401, '<html><h1>401 Authorization Required</h1></html>'],
    ['key', 1, 403, '<html><h1>403 Forbidden</h1></html>'],
    ['request', 1, 413, '<html><h1>413 Request Entity Too Large</h1></html>'],
    ['load', 1, 503, '<html><h1>503</h1></html>'],
    ['broken', 1, 502, ''],
    ['unknown', 1, 404, ''],
    ['broken', 1, 302, ''],
  ],
}

for (const [vendor, lines] of Object.entries(cases)) {
  describe(vendor, () => {
    test.each(lines.map((line) => [...line]))('%s, of type %d with status %d: %j', (meaning, type, status, body) => {
      expect(meaningOf(type, status, body)).toBe(meaning)
    })
  })
}

/** Lines of which words or names say the meaning, so that nothing else may change it. */
const said = Object.values(cases)
  .flat()
  .filter(([, type, status, body]) => {
    const { by } = readMeaning(type, readAnsweredFailure({ status, header: NO_HEADERS }, JSON.stringify(body), NOW))
    return by !== 'status' && typeof body !== 'string' && status < 500
  })

describe('the meaning stays', () => {
  const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
    if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, member]) => {
      const isText = /^(?:message|error|detail)$/i.test(name) && typeof member === 'string'
      return [name, isText ? change(member) : mapTexts(member, change)]
    })
    return Object.fromEntries(entries)
  }
  const reordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reordered(member)]),
    )
  }

  test('there are enough of them', () => expect(said.length).toBeGreaterThan(90))

  test.each([400, 401, 402, 403, 404, 412, 429, 500, 502])('with status %d', (status) => {
    // Google's 402 and an unfit field are what their statuses make of them.
    const fixed = said.filter(([meaning, , was]) => meaning !== 'unfit' && was !== 402 && status !== 402 && was !== 498)
    const changed = fixed.filter(([meaning, type, , body]) => {
      const now = meaningOf(type, status, body)
      return now !== meaning && !(meaning === 'request' && status >= 500)
    })
    expect(changed).toEqual([])
  })

  test.each<[string, (body: unknown) => unknown]>([
    ['in upper case', (body) => mapTexts(body, (text) => text.toUpperCase())],
    ['in lower case', (body) => mapTexts(body, (text) => text.toLowerCase())],
    ['with more words', (body) => mapTexts(body, (text) => `Error from provider: ${text} (request id: q-1)`)],
    ['with its fields in another order', reordered],
    ['in a list', (body) => [body]],
    ['as a text in another error', (body) => openai(JSON.stringify(body), null, 'upstream_error')],
    ['after the words of a library', (body) => openai(`litellm.APIError: ${JSON.stringify(body)}`, null, null)],
  ])('%s', (_, change) => {
    const changed = said.filter(([meaning, type, status, body]) => meaningOf(type, status, change(body)) !== meaning)
    expect(changed).toEqual([])
  })

  test('inside an answer with status 200', () => {
    const changed = said.filter(([meaning, type, status, body]) => {
      const error = readUpstreamError(JSON.stringify(body), 500)
      return (
        meaning !== 'unfit' &&
        status !== 402 &&
        status !== 498 &&
        readMeaning(type, embeddedFailure(error, NOW)).meaning !== meaning
      )
    })
    expect(changed.filter(([meaning]) => meaning !== 'request')).toEqual([])
  })
})

describe('what a caller wrote says nothing', () => {
  test.each([
    openai("Invalid value: 'insufficient balance'. Supported values are: 'a'.", null),
    openai('Unknown parameter: "Your credit balance is too low".', null),
    google(400, 'INVALID_ARGUMENT', 'Unknown name "api key expired": Cannot find field.'),
  ])('%j', (body) => {
    expect(meaningOf(1, 400, body)).toBe('request')
  })

  test('words alone are weaker than a name, and a status than words', () => {
    const by = (status: number, body: unknown) =>
      readMeaning(1, readAnsweredFailure({ status, header: NO_HEADERS }, JSON.stringify(body), NOW)).by
    expect(by(401, openai('no', 'invalid_api_key'))).toBe('name')
    expect(by(401, openai('Your API key has expired', null, null))).toBe('words')
    expect(by(401, openai('no', null, null))).toBe('status')
  })
})

describe('the table', () => {
  const all = [...commonSignals, ...Object.values(vendorSignals).flat()]

  test('has a source for each line, and a line for each meaning', () => {
    for (const { source } of all) expect(source).toMatch(/^https:\/\//)
    const meanings = new Set(all.map(({ meaning }) => meaning))
    // What no line fits is broken; see the statuses above.
    expect(MEANINGS.filter((meaning) => !meanings.has(meaning))).toEqual([])
  })

  test('says nothing twice', () => {
    const names = commonSignals.filter(({ words, statuses, saysWhen }) => !words && !statuses && !saysWhen)
    const listed = names.flatMap(({ names = [] }) => names)
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
  })

  test('searches long texts in time that grows with their length', () => {
    const long = 'model account file content '.repeat(20_000)
    for (let again = 0; again < 20; again++) meaningOf(1, 403, openai(long))
  })
})
