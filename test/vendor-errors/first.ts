import { anthropic, google, type Line, openai, reason, retryIn } from './shapes.ts'

/** Errors of the vendors whose formats others copy, with what they mean. */
export const firstVendors: Record<string, readonly Line[]> = {
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
}
