import { chunk, DONE, error, event, LAST_CHUNK_STREAM, PLAIN_STREAM, usage, V1, type Vendor } from './vendor.ts'

const json = JSON.stringify

export const china: Record<string, Vendor> = {
  Ali: {
    type: 17,
    fields: { other: '{"calculator":{}}' },
    headers: { authorization: 'Bearer KEY', 'x-dashscope-plugin': '{"calculator":{}}' },
    paths: { chat: '/compatible-mode/v1/chat/completions', embeddings: '/compatible-mode/v1/embeddings' },
    streamOptions: 'asked',
    body: [
      { given: { top_p: 1 }, sent: { top_p: 0.999 } },
      { given: { top_p: 0 }, sent: { top_p: 0.001 } },
      { given: { top_p: 0.995 }, sent: { top_p: 0.995 } },
      { given: { top_p: null }, sent: { top_p: null } },
    ],
    errors: [
      {
        name: 'a wrong key',
        status: 401,
        body: error({
          message: 'Incorrect API key provided. ',
          type: 'invalid_request_error',
          code: 'invalid_api_key',
        }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'debts, which are a bad request',
        status: 400,
        body: error({ message: 'Access denied, your account is in arrears.', type: 'Arrearage', code: 'Arrearage' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'debts, as its own interface tells them',
        status: 400,
        body: json({ code: 'Arrearage', message: 'Access denied.', request_id: 'r' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'too many calls',
        status: 429,
        body: error({ message: 'Requests rate limit exceeded', type: 'limit_requests', code: 'limit_requests' }),
        outcome: 'elsewhere',
      },
      {
        name: 'text that is not allowed',
        status: 400,
        body: error({ message: 'inappropriate content', type: 'x', code: 'data_inspection_failed' }),
        outcome: { status: 400, message: 'inappropriate content' },
      },
    ],
  },
  Zhipu: {
    type: 26,
    paths: { chat: '/api/paas/v4/chat/completions', embeddings: '/api/paas/v4/embeddings' },
    streamOptions: 'dropped',
    stream: LAST_CHUNK_STREAM,
    body: [
      { given: { top_p: 1, temperature: 0 }, sent: { top_p: 0.99, temperature: 0.01 } },
      { given: { stop: 'END' }, sent: { stop: ['END'] } },
      { given: { stop: ['END'] }, sent: { stop: ['END'] } },
      {
        given: {
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'not "url":"data:image/png;base64,AAAA"' },
                { type: 'image_url', image_url: { url: 'data:image/png;base64,BBBB' } },
                { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
              ],
            },
          ],
        },
        sent: {
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'not "url":"data:image/png;base64,AAAA"' },
                { type: 'image_url', image_url: { url: 'BBBB' } },
                { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
              ],
            },
          ],
        },
      },
    ],
    errors: [
      {
        name: 'an account in arrears',
        status: 429,
        body: error({ code: '1113', message: '您的账户已欠费，请充值后重试。' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'too many calls at once',
        status: 429,
        body: error({ code: '1302', message: '您当前使用该API的并发数过高，请降低并发，或联系客服增加限额。' }),
        outcome: 'elsewhere',
      },
      {
        name: 'unsafe text',
        status: 400,
        body: error({ code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容' }),
        outcome: { status: 400, message: '系统检测到输入或生成内容可能包含不安全或敏感内容' },
      },
    ],
  },
  Moonshot: {
    type: 25,
    paths: { chat: V1.chat },
    streamOptions: 'kept',
    body: [{ given: { temperature: 1.5 }, sent: { temperature: 1 } }],
    stream: {
      text:
        chunk('你好') +
        event({
          choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: { ...usage(8, 3), cached_tokens: 2 } }],
        }) +
        DONE,
      usage: [8, 3],
    },
    errors: [
      {
        name: 'a wrong key',
        status: 401,
        body: error({ message: 'Invalid Authentication', type: 'invalid_authentication_error' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'no money',
        status: 429,
        body: error({ message: 'Your account is suspended', type: 'exceeded_current_quota_error' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'no money, with the older status',
        status: 403,
        body: error({ message: 'Your account is suspended', type: 'exceeded_current_quota_error' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'too much work',
        status: 429,
        body: error({ message: 'The engine is currently overloaded', type: 'engine_overloaded_error' }),
        outcome: 'elsewhere',
      },
      {
        name: 'a filter',
        status: 400,
        body: error({ message: 'The request was rejected', type: 'content_filter' }),
        outcome: { status: 400, message: 'The request was rejected' },
      },
    ],
  },
  '360': {
    type: 19,
    paths: { chat: V1.chat, embeddings: V1.embeddings },
    streamOptions: 'dropped',
    stream: LAST_CHUNK_STREAM,
    errors: [
      {
        name: 'no money',
        status: 402,
        body: error({ code: '1003', message: 'no balance' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'too many tokens a minute, with status 200',
        status: 200,
        body: error({ code: '1005', message: 'tokens per minute' }),
        outcome: 'elsewhere',
      },
    ],
  },
  '01.AI': { type: 31, paths: { chat: V1.chat }, streamOptions: 'dropped', stream: LAST_CHUNK_STREAM },
  MiniMax: {
    type: 35,
    paths: { chat: '/v1/text/chatcompletion_v2' },
    streamOptions: 'dropped',
    body: [{ given: { temperature: 0 }, sent: { temperature: 0.01 } }],
    json: {
      text: json({
        id: '1',
        choices: [{ message: { content: '你好！' }, finish_reason: 'stop' }],
        usage: usage(7, 2),
        base_resp: { status_code: 0, status_msg: '' },
      }),
      usage: [7, 2],
    },
    // The last frame repeats the whole answer, and no marker follows.
    stream: {
      text:
        chunk('你', null, { usage: { total_tokens: 0 } }) +
        chunk('好！', null, { usage: { total_tokens: 0 } }) +
        event({
          choices: [{ finish_reason: 'stop', index: 0, message: { content: '你好！', role: 'assistant' } }],
          object: 'chat.completion',
          usage: usage(7, 2),
          base_resp: { status_code: 0, status_msg: '' },
        }),
      passed:
        chunk('你', null, { usage: { total_tokens: 0 } }) +
        chunk('好！', null, { usage: { total_tokens: 0 } }) +
        event({
          choices: [{ finish_reason: 'stop', index: 0, delta: {} }],
          object: 'chat.completion.chunk',
          usage: usage(7, 2),
          base_resp: { status_code: 0, status_msg: '' },
        }),
      usage: [7, 2],
    },
    errors: [
      {
        name: 'a wrong key, with status 200',
        status: 200,
        body: json({ id: '2', choices: null, base_resp: { status_code: 1004, status_msg: 'login fail' } }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'no money, with status 200',
        status: 200,
        body: json({ choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'no money, as its newer interface says it',
        status: 500,
        body: error({ type: 'api_error', message: 'insufficient balance (1008)' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'too many calls, with status 200',
        status: 200,
        body: json({ choices: null, base_resp: { status_code: 1002, status_msg: 'rate limit' } }),
        outcome: 'elsewhere',
      },
      {
        name: 'text that is not allowed, with status 200',
        status: 200,
        body: json({ choices: null, base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }),
        outcome: { status: 400, message: 'input new_sensitive' },
      },
    ],
  },
  SiliconFlow: {
    type: 40,
    paths: { chat: V1.chat, embeddings: V1.embeddings },
    streamOptions: 'asked',
    // Some models report a running usage with every chunk.
    stream: {
      text: chunk('a', null, { usage: usage(4, 1) }) + chunk('b', 'eos', { usage: usage(4, 2) }) + DONE,
      usage: [4, 2],
    },
    errors: [
      {
        name: 'a wrong key, told as a text',
        status: 401,
        body: '"Api key is invalid"',
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'no money',
        status: 403,
        body: json({ code: 30001, message: 'Sorry, your account balance is insufficient', data: null }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'a name that was not verified',
        status: 403,
        body: json({ code: 30011, message: 'real-name verification is needed for this model', data: null }),
        outcome: 'elsewhere',
      },
      {
        name: 'a model that it does not have',
        status: 400,
        body: json({ code: 20012, message: 'Model does not exist. Please check it carefully.', data: null }),
        outcome: 'elsewhere',
      },
    ],
  },
  DeepSeek: {
    type: 43,
    paths: { chat: V1.chat, completions: '/beta/completions' },
    streamOptions: 'kept',
    // Blank lines and comments keep the connection alive under load.
    json: { text: `\n\n\n${json({ choices: [{ message: { content: 'hi' } }], usage: usage(6, 3) })}`, usage: [6, 3] },
    stream: {
      text:
        ': keep-alive\n\n' +
        event({
          choices: [{ index: 0, delta: { content: null, reasoning_content: '想' }, finish_reason: null }],
          usage: null,
        }) +
        chunk('', 'insufficient_system_resource', { usage: { ...usage(6, 9), prompt_cache_hit_tokens: 4 } }) +
        DONE,
      usage: [6, 9],
    },
    errors: [
      {
        name: 'no money, which neither type nor code says',
        status: 402,
        body: error({ message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' }),
        outcome: 'elsewhere',
        disables: true,
      },
      { name: 'an overload', status: 503, body: error({ message: 'overloaded' }), outcome: 'elsewhere' },
    ],
  },
  Ark: {
    type: 45,
    paths: { chat: '/api/v3/chat/completions', embeddings: '/api/v3/embeddings' },
    streamOptions: 'asked',
    stream: PLAIN_STREAM,
    errors: [
      {
        name: 'debts',
        status: 403,
        body: error({ code: 'AccountOverdueError', message: 'overdue', param: '', type: 'Forbidden' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'debts, as its control plane words them',
        status: 403,
        body: error({ code: 'OperationDenied.ServiceOverdue', message: 'overdue', param: '', type: 'Forbidden' }),
        outcome: 'elsewhere',
        disables: true,
      },
      {
        name: 'an endpoint that is closed',
        status: 400,
        body: error({ code: 'InvalidEndpoint.ClosedEndpoint', message: 'closed', param: '', type: 'BadRequest' }),
        outcome: 'elsewhere',
      },
      {
        name: 'a model that is not open to the account',
        status: 403,
        body: error({ code: 'AccessDenied', message: 'no access', type: 'Forbidden' }),
        outcome: 'elsewhere',
      },
    ],
  },
  Qianfan: {
    type: 46,
    paths: { chat: '/v2/chat/completions', embeddings: '/v2/embeddings' },
    streamOptions: 'asked',
    errors: [
      {
        name: 'a wrong key',
        status: 401,
        body: error({ code: 'invalid_iam_token', message: 'IAM Certification failed', type: 'invalid_request_error' }),
        outcome: 'elsewhere',
        disables: true,
      },
    ],
  },
}
