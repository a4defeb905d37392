import type { UpstreamFailure } from './upstream-failure.ts'

/**
 * The meaning of vendors' errors, where status and OpenAI's codes do not determine it. By channel type, since the
 * same text of another vendor may be about the caller; words such as "balance" alone are not interpreted.
 */

/**
 * `dead`: the key no longer works. `no_credit`: nor does it, until the account is paid. `busy`: retry later, or
 * elsewhere. `refused`: the request is at fault, and no other channel would help.
 */
export type Meaning = 'dead' | 'no_credit' | 'busy' | 'refused'

interface Signal {
  meaning: Meaning
  status?: number
  /** Compared with the error's code, its type, and the parentheses at the end of its message. */
  codes?: readonly (string | number)[]
  message?: RegExp
  /** Whether the upstream must have sent a retry delay. */
  retryAfter?: true
}

const NO_CREDIT_402: Signal = { meaning: 'no_credit', status: 402 }

const signals: Readonly<Record<number, readonly Signal[]>> = {
  // Azure: a network rule, a region or a blocked resource.
  3: [{ meaning: 'dead', status: 403 }],
  // Alibaba: https://help.aliyun.com/zh/dashscope/return-status-code-description
  17: [
    { meaning: 'no_credit', codes: ['Arrearage'] },
    { meaning: 'dead', codes: ['InvalidApiKey', 'AccessDenied.Unpurchased'] },
  ],
  // 360: tokens per minute, also with status 200.
  19: [NO_CREDIT_402, { meaning: 'busy', codes: ['1005'] }],
  // OpenRouter repeats its status as the code, since a stream that has begun keeps 200 as the real one. It also
  // returns 402 when other calls hold the credit, or only this one requests too much:
  // https://openrouter.ai/docs/api-reference/errors
  20: [
    { meaning: 'busy', codes: [402], retryAfter: true },
    { meaning: 'busy', codes: [402], message: /fewer max_tokens|can only afford/i },
    { meaning: 'no_credit', codes: [402] },
    { meaning: 'refused', codes: [403], message: /moderation|flagged|guardrail/i },
    { meaning: 'busy', codes: [429] },
  ],
  // FastGPT returns status 500 for everything.
  22: [{ meaning: 'dead', codes: ['unAuthApiKey'] }],
  // Moonshot: https://platform.moonshot.ai/docs/api/errors
  25: [{ meaning: 'no_credit', codes: ['exceeded_current_quota_error'] }],
  // Zhipu: https://docs.bigmodel.cn/cn/api/api-code
  26: [
    { meaning: 'dead', codes: ['1000', '1002', '1003', '1004', '1110', '1112', '1121'] },
    { meaning: 'no_credit', codes: ['1113'] },
    { meaning: 'busy', codes: ['1302', '1303', '1304', '1305', '1308', '1309', '1310', '1311', '1312', '1313'] },
    { meaning: 'refused', codes: ['1300', '1301'] },
  ],
  // Cohere: https://docs.cohere.com/reference/errors; 498 is a request blocked by its safety mode.
  34: [
    NO_CREDIT_402,
    { meaning: 'no_credit', status: 429, message: /limited to [\d,]+ API calls \/ month/ },
    { meaning: 'refused', status: 498 },
  ],
  // MiniMax, whose status is 200 at one of its addresses and 402, 429 or 500 at the others.
  35: [
    { meaning: 'dead', codes: [1004, 2049] },
    { meaning: 'no_credit', codes: [1008] },
    { meaning: 'busy', codes: [1002, 1039, 1041, 2045, 2056] },
    { meaning: 'refused', codes: [1026, 1027, 1042, 2013] },
  ],
  // Dify: an app that is not set up for an operation is not the caller's fault:
  // https://docs.dify.ai/en/api-reference/guides/errors
  37: [
    { meaning: 'no_credit', codes: ['provider_quota_exceeded'] },
    {
      meaning: 'busy',
      codes: [
        'app_unavailable',
        'not_chat_app',
        'provider_not_initialize',
        'model_currently_not_support',
        'completion_request_error',
      ],
    },
  ],
  38: [NO_CREDIT_402],
  // Cloudflare: 10000 occurs with 401 and with 403; 3036 is the daily limit of free neurons.
  39: [
    { meaning: 'dead', codes: [10000] },
    { meaning: 'busy', codes: [3036, 3040] },
  ],
  // SiliconFlow: the same status is used for an unverified account.
  40: [
    { meaning: 'no_credit', codes: [30001] },
    { meaning: 'no_credit', status: 403, message: /balance is insufficient|insufficient balance|余额不足/i },
  ],
  42: [NO_CREDIT_402],
  43: [NO_CREDIT_402],
  // Volcengine: https://www.volcengine.com/docs/82379/1299023
  45: [
    { meaning: 'no_credit', codes: ['AccountOverdueError', 'OperationDenied.ServiceOverdue'] },
    { meaning: 'busy', codes: ['InvalidEndpoint.ClosedEndpoint'] },
  ],
}

const CODE_IN_MESSAGE = /\((\d{4})\)$/

/** Returns the meaning of an error at a channel of a type; undefined = its status determines it. Pure. */
export function meaningOf(
  type: number | undefined,
  { status, error, retryAfter }: Pick<UpstreamFailure, 'status' | 'error' | 'retryAfter'>,
): Meaning | undefined {
  const known = type === undefined ? undefined : signals[type]
  if (!known) return undefined
  const said = [String(error.code), error.type, CODE_IN_MESSAGE.exec(error.message)?.[1]]
  const fits = (signal: Signal) =>
    (signal.status ?? status) === status &&
    (signal.codes?.some((word) => said.includes(String(word))) ?? true) &&
    (signal.message?.test(error.message) ?? true) &&
    (!signal.retryAfter || retryAfter !== undefined)
  return known.find(fits)?.meaning
}
