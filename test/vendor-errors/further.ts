import { anthropic, type Line, minimax, openai, tencent } from './shapes.ts'

/** Errors of further vendors, servers and gateways, with what they mean. */
export const furtherVendors: Record<string, readonly Line[]> = {
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
  'limits of one key, and of one model': [
    ['money', 20, 403, { error: { code: 403, message: 'Key limit exceeded (total limit).' } }],
    ['model', 20, 400, { error: { code: 400, message: 'q/q is not a valid model ID' } }],
    ['model', 17, 403, { code: 'AccessDenied', message: 'Model access denied.' }],
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
