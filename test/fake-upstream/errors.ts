/** Refusals with the bodies the OpenAI API sends. Source: platform.openai.com/docs/guides/error-codes and recorded answers. */
interface Refusal {
  status: number
  message: string
  type: string
  param?: string
  code: string | null
}

const REFUSALS: Record<string, Refusal> = {
  400: {
    status: 400,
    message: "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
    type: 'invalid_request_error',
    param: 'temperature',
    code: 'decimal_above_max_value',
  },
  401: {
    status: 401,
    message:
      'Incorrect API key provided: sk-bad***. You can find your API key at https://platform.openai.com/account/api-keys.',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  },
  403: {
    status: 403,
    message: 'Country, region, or territory not supported',
    type: 'request_forbidden',
    code: 'unsupported_country_region_territory',
  },
  404: {
    status: 404,
    message: 'The model does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    code: 'model_not_found',
  },
  429: {
    status: 429,
    message:
      'Rate limit reached for requests in organization org-fake on requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in 120ms.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  },
  500: {
    status: 500,
    message:
      'The server had an error while processing your request. Sorry about that! You can retry your request, or contact us through our help center at help.openai.com if the error persists.',
    type: 'server_error',
    code: null,
  },
  503: {
    status: 503,
    message: 'That model is currently overloaded with other requests. You can retry your request.',
    type: 'server_error',
    code: 'service_unavailable',
  },
  no_api_key: {
    status: 401,
    message:
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    type: 'invalid_request_error',
    code: null,
  },
  account_deactivated: {
    status: 401,
    message: 'The OpenAI account associated with this API key has been deactivated.',
    type: 'invalid_request_error',
    code: 'account_deactivated',
  },
  insufficient_quota: {
    status: 429,
    message:
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  context_length_exceeded: {
    status: 400,
    message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  },
  stream_required: {
    status: 400,
    message: 'Stream must be set to true',
    type: 'invalid_request_error',
    param: 'stream',
    code: null,
  },
  unknown_url: { status: 404, message: 'Invalid URL', type: 'invalid_request_error', code: null },
  bad_json: {
    status: 400,
    message: 'We could not parse the JSON body of your request.',
    type: 'invalid_request_error',
    code: null,
  },
}

const BAD_GATEWAY_PAGE =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>cloudflare</center>\r\n</body>\r\n</html>\r\n'

/** The answer for a refusal by status or name; 502 is the HTML page of a proxy. An unknown one is a plain error of that status. */
export function refusal(which: number | string, retryAfter?: number): Response {
  const headers = retryHeaders(which, retryAfter)
  if (which === 502) return new Response(BAD_GATEWAY_PAGE, { status: 502, headers: { 'content-type': 'text/html' } })
  const known = REFUSALS[which]
  const { status, message, type, param, code } = known ?? {
    status: Number(which) || 500,
    message: `Refused: ${which}`,
    type: 'server_error',
    code: null,
    param: undefined,
  }
  return Response.json({ error: { message, type, param: param ?? null, code } }, { status, headers })
}

/** 400 for a field that the call needs, in the words of the API. */
export function missingParameter(name: string): Response {
  const message = `Missing required parameter: '${name}'.`
  return Response.json(
    { error: { message, type: 'invalid_request_error', param: name, code: 'missing_required_parameter' } },
    { status: 400 },
  )
}

function retryHeaders(which: number | string, retryAfter?: number): Record<string, string> {
  if (retryAfter !== undefined) return { 'retry-after': String(retryAfter) }
  return which === 429 ? { 'retry-after': '1', 'retry-after-ms': '120', 'x-ratelimit-remaining-requests': '0' } : {}
}
