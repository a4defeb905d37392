import { chunk, DONE, error, event, LAST_CHUNK_STREAM, PLAIN_STREAM, usage, V1, type Vendor } from './vendor.ts'

const json = JSON.stringify
const FILTERED = { hate: { filtered: false, severity: 'safe' } }
const NO_ANSWER_YET = { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results: [FILTERED] }

const deployment = (path: string, version: string) => `/openai/deployments/MODEL${path}?api-version=${version}`
const azureAt = (version: string) => ({
  chat: deployment('/chat/completions', version),
  completions: deployment('/completions', version),
  embeddings: deployment('/embeddings', version),
})
const azure = { type: 3, headers: { 'api-key': 'KEY' } }
const reseller = (type: number): Vendor => ({ type, paths: V1, streamOptions: 'asked' })

export const hosted: Record<string, Vendor> = {
  Azure: {
    ...azure,
    fields: { other: '2024-10-21' },
    paths: azureAt('2024-10-21'),
    streamOptions: 'asked',
    // The first chunk has no choice, no id and no model.
    stream: {
      text: event(NO_ANSWER_YET) + PLAIN_STREAM.text,
      passed: event(NO_ANSWER_YET) + PLAIN_STREAM.passed,
      usage: PLAIN_STREAM.usage,
    },
    errors: [
      {
        name: 'a wrong key, whose code is a text with a number',
        status: 401,
        body: error({ code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'a network rule',
        status: 403,
        body: error({ code: '403', message: 'Access denied due to Virtual Network/Firewall rules.' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'a prompt that was filtered',
        status: 400,
        body: error({ message: 'The response was filtered', type: null, param: 'prompt', code: 'content_filter' }),
        outcome: { status: 400, message: 'The response was filtered' },
      },
      {
        name: 'a deployment that is not there',
        status: 404,
        body: error({ code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' }),
        outcome: 'elsewhere',
      },
      {
        name: 'too many tokens',
        status: 429,
        headers: { 'retry-after': '6' },
        body: error({
          code: '429',
          message: 'Requests have exceeded the token rate limit. Please retry after 6 seconds.',
        }),
        outcome: 'elsewhere',
      },
      {
        name: 'a gateway that is late',
        status: 504,
        body: '<html>Azure</html>',
        outcome: { status: 504, message: 'bad response status code 504' },
      },
    ],
  },
  'Azure of the default version': {
    ...azure,
    paths: azureAt('2023-06-01-preview'),
    streamOptions: 'dropped',
    stream: { text: chunk('hi there') + chunk('', 'stop') + DONE, usage: [6, 3] },
  },
  'Azure of the new interface': {
    ...azure,
    base: '/openai',
    fields: { other: 'v1' },
    paths: { chat: V1.chat, completions: V1.completions, embeddings: V1.embeddings },
    streamOptions: 'asked',
  },
  Ollama: {
    type: 4,
    paths: { chat: V1.chat, completions: V1.completions, embeddings: V1.embeddings },
    streamOptions: 'asked',
    errors: [
      {
        name: 'a model that was not pulled',
        status: 404,
        body: json({ error: 'model "x" not found, try pulling it first' }),
        outcome: 'elsewhere',
      },
      { name: 'a queue that is full', status: 503, body: json({ error: 'server busy' }), outcome: 'elsewhere' },
    ],
  },
  Cloudflare: {
    type: 39,
    fields: { other: 'acc-1' },
    paths: {
      chat: '/client/v4/accounts/acc-1/ai/v1/chat/completions',
      embeddings: '/client/v4/accounts/acc-1/ai/v1/embeddings',
    },
    streamOptions: 'asked',
    errors: [
      {
        name: 'a wrong key, with the less likely status',
        status: 403,
        body: json({ result: null, success: false, errors: [{ code: 10000, message: 'Authentication error' }] }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'a day whose free part is used up',
        status: 429,
        body: json({
          success: false,
          errors: [{ code: 3036, message: 'you have used up your daily free allocation' }],
        }),
        outcome: 'elsewhere',
      },
      {
        name: 'a model that it does not have',
        status: 400,
        body: json({ success: false, errors: [{ code: 5007, message: 'No such model' }], messages: [] }),
        outcome: 'elsewhere',
      },
    ],
  },
  Jina: {
    type: 38,
    paths: { embeddings: V1.embeddings },
    streamOptions: 'asked',
    json: {
      text: json({ object: 'list', data: [{ index: 0, embedding: [1] }], usage: { total_tokens: 4 } }),
      usage: [4, 0],
    },
    errors: [
      {
        name: 'no tokens left',
        status: 402,
        body: json({ detail: 'Insufficient account balance' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'a body that it does not take',
        status: 400,
        body: json({ detail: [{ loc: ['body', 'input'], msg: 'field required', type: 'value_error' }] }),
        outcome: { status: 400, message: 'input: field required' },
      },
    ],
  },
  Mistral: {
    type: 42,
    paths: { chat: V1.chat, embeddings: V1.embeddings, moderations: V1.moderations },
    streamOptions: 'dropped',
    stream: LAST_CHUNK_STREAM,
    body: [
      { given: { max_completion_tokens: 9, seed: 1 }, sent: { max_tokens: 9, random_seed: 1 } },
      { given: { max_tokens: 5, max_completion_tokens: 9 }, sent: { max_tokens: 5 } },
      { given: { user: 'u', safe_prompt: true }, sent: { safe_prompt: true } },
    ],
    errors: [
      {
        name: 'a wrong key',
        status: 401,
        body: json({ detail: 'Unauthorized' }),
        outcome: 'elsewhere',
        disables: true,
      },
      { name: 'no payment', status: 402, body: json({ message: 'no payment' }), outcome: 'elsewhere', disables: true },
      {
        name: 'a message that is an object',
        status: 422,
        body: json({
          object: 'error',
          message: {
            detail: [{ type: 'extra_forbidden', loc: ['body', 'logit_bias'], msg: 'Extra inputs are not permitted' }],
          },
          type: 'invalid_request_error',
          param: null,
          code: null,
        }),
        outcome: 'elsewhere',
      },
      {
        name: 'messages in the wrong order',
        status: 400,
        body: json({
          object: 'error',
          message: 'Unexpected role',
          type: 'invalid_request_message_order',
          code: '3230',
        }),
        outcome: { status: 400, message: 'Unexpected role' },
      },
      {
        name: 'a full tier',
        status: 429,
        body: json({ object: 'error', message: 'Service tier capacity exceeded for this model.', code: '3505' }),
        outcome: 'elsewhere',
      },
    ],
  },
  Perplexity: {
    type: 27,
    paths: { chat: '/chat/completions' },
    streamOptions: 'dropped',
    stream: LAST_CHUNK_STREAM,
    body: [{ given: { top_p: 1 }, sent: { top_p: 0.99 } }],
  },
  FastGPT: {
    type: 22,
    base: '/api/openapi',
    paths: { chat: V1.chat },
    streamOptions: 'dropped',
    // Its usage is always this, so the text is counted.
    json: {
      text: json({
        id: '',
        choices: [{ message: { content: 'hi there' } }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 },
      }),
      usage: [6, 3],
    },
    stream: { text: chunk('hi there') + chunk('', 'stop') + DONE, usage: [6, 3] },
    errors: [
      {
        name: 'a wrong key, with status 500',
        status: 500,
        body: json({ code: 514, statusText: 'unAuthApiKey', message: 'Key is error', data: null }),
        outcome: 'elsewhere',
        disables: true,
      },
    ],
  },
  OpenRouter: {
    type: 20,
    base: '/api',
    paths: { chat: V1.chat, completions: V1.completions, embeddings: V1.embeddings },
    streamOptions: 'kept',
    stream: {
      text: `: OPENROUTER PROCESSING\n\n${chunk('hi')}${chunk('', 'stop', { usage: { ...usage(10, 4), cost: 0.1 } })}${DONE}`,
      usage: [10, 4],
    },
    errors: [
      {
        name: 'no credit',
        status: 402,
        body: error({ code: 402, message: 'Insufficient credits' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'no credit, with status 200',
        status: 200,
        body: error({ code: 402, message: 'Insufficient credits' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'too much for one call',
        status: 402,
        body: error({ code: 402, message: 'This request requires more credits, or fewer max_tokens.' }),
        outcome: 'elsewhere',
      },
      {
        name: 'credit that other calls hold',
        status: 402,
        headers: { 'retry-after': '2' },
        body: error({ code: 402, message: 'budget', metadata: { limit_source: 'openrouter_in_flight_budget' } }),
        outcome: 'elsewhere',
      },
      {
        name: 'moderation',
        status: 403,
        body: error({
          code: 403,
          message: 'Your chosen model requires moderation and your input was flagged',
          metadata: {},
        }),
        outcome: { status: 400, message: 'Your chosen model requires moderation and your input was flagged' },
      },
    ],
  },
  OpenAIMax: reseller(6),
  OhMyGPT: reseller(7),
  AILS: reseller(9),
  'AI Proxy': reseller(10),
  API2GPT: reseller(12),
  AIGC2D: reseller(13),
}
