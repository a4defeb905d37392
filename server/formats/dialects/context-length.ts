import type { OpenAIError } from './openai-errors.ts'

/** A table of the error texts by which vendors report that a request exceeds the model's context. Pure. */

/** The token counts in a vendor's error about a request that is too long; absent = the error has no such number. */
export interface ContextOverflow {
  input?: number
  /** Output tokens that the request asks for. */
  output?: number
  /** The model's limit. */
  limit?: number
}

/** OpenAI's code, on which its clients shorten the conversation: https://platform.openai.com/docs/guides/error-codes */
export const CONTEXT_LENGTH_EXCEEDED = 'context_length_exceeded'

/** Codes and types that identify the error without its text. */
const CODES = new Set([
  CONTEXT_LENGTH_EXCEEDED,
  'model_context_window_exceeded',
  // llama.cpp: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
  'exceed_context_size_error',
  // GitHub's Copilot
  'model_max_prompt_tokens_exceeded',
  // GitHub Models: https://docs.github.com/github-models
  'tokens_limit_reached',
  // Volcengine Ark: https://www.volcengine.com/docs/82379/1299023
  'OutofContextError',
  // iFlytek Spark: https://www.xfyun.cn/doc/spark/Web.html#_4-错误码
  '10907',
  // Zhipu: https://docs.bigmodel.cn/cn/api/api-code
  '1261',
])

/** Statuses of errors about a rate, a key or a model. */
const UNRELATED_STATUSES = new Set([401, 402, 403, 404, 429])
/** Limits per minute or day are worded like limits of a model. */
const RATE_LIMIT = /per (?:minute|day|hour)|\b[TR]P[MD]\b|rate.?limit|too many requests|please wait/i

/** Number of characters of a message that are searched. */
const MAX_SEARCHED_CHARACTERS = 4000

/**
 * The vendors' texts. Groups: `input`, `output`, `limit`, and `total` where input and output are given as one
 * number. The first match wins, so texts with numbers come before those without.
 */
const PATTERNS: readonly RegExp[] = [
  // Anthropic, also at Bedrock and Vertex AI: https://platform.claude.com/docs/en/build-with-claude/context-windows
  /prompt is too long: (?<input>\d+) tokens? > (?<limit>\d+) maximum/i,
  /input length and `?max_tokens`? exceed context limit: (?<input>\d+) \+ (?<output>\d+) > (?<limit>\d+)/i,
  // Gemini and Vertex AI: https://ai.google.dev/gemini-api/docs/tokens
  /input token count (?:\((?<input>\d+)\) )?exceeds the maximum number of tokens allowed \(?(?<limit>\d+)?/i,
  /input token count is (?<input>\d+) but (?:the )?model only supports up to (?<limit>\d+)/i,
  // SGLang
  /maximum context length of (?<limit>\d+) tokens\. You requested a total of (?<total>\d+) tokens: (?<input>\d+) tokens from the input messages and (?<output>\d+)/i,
  /input \((?<input>\d+) tokens\) is longer than the model'?s context length \((?<limit>\d+)/i,
  // OpenAI, Azure, DeepSeek, vLLM, OpenRouter, Together: https://platform.openai.com/docs/guides/error-codes
  /maximum context length is (?<limit>\d+) tokens[.,] however,? you requested (?:about )?(?<total>\d+) tokens \((?<input>\d+) (?:in (?:the messages|your prompt)|of text input)[^)]*?[;,] (?:(?:\d+ (?:in the functions|of tool input))[,;] )?(?<output>\d+) (?:in|for) the (?:completion|output)/i,
  /maximum context length is (?<limit>\d+) tokens and your request has (?<input>\d+) input tokens \((?<output>\d+) >/i,
  /maximum context length is (?<limit>\d+) tokens[.,] however,? (?:your messages resulted in|you requested(?: about)?|your request has) (?<input>\d+)/i,
  /exceed the configured limit of (?<limit>\d+) tokens\. Your messages resulted in (?<input>\d+)/i,
  // vLLM: https://github.com/vllm-project/vllm/blob/main/vllm/v1/engine
  /prompt \((?:total )?length (?<input>\d+)\) is longer than the maximum model length of (?<limit>\d+)/i,
  // xAI
  /maximum prompt length is (?<limit>\d+) but the request contains (?<input>\d+) tokens/i,
  // Mistral
  /prompt contains (?<input>\d+) tokens[^.]{0,60}?too large for model with (?<limit>\d+) maximum context length/i,
  // Cohere: https://docs.cohere.com/reference/errors
  /total number of tokens in the prompt cannot exceed (?<limit>\d+) - received (?<input>\d+)/i,
  // llama.cpp
  /request \((?<input>\d+) tokens\) exceeds the available context size \((?<limit>\d+) tokens\)/i,
  // Text Generation Inference, Together
  /`?inputs`? tokens \+ `?max_new_tokens`? must be <= (?<limit>\d+)\. Given: (?<input>\d+) `?inputs`? tokens and (?<output>\d+)/i,
  // Fireworks
  /prompt is too long: (?<input>\d+), model maximum context length: (?<limit>\d+)/i,
  // Cohere: https://docs.cohere.com/reference/errors
  /too many tokens: .{0,40}(?:limit|exceed)/i,
  // Cerebras
  /current length is (?<input>\d+) while limit is (?<limit>\d+)/i,
  // SiliconFlow
  /length of prompt_tokens \((?<input>\d+)\) must be less than max_seq_len \((?<limit>\d+)\)/i,
  // GitHub's Copilot
  /prompt token count of (?<input>\d+) exceeds the limit of (?<limit>\d+)/i,
  // Volcengine Ark: https://www.volcengine.com/docs/82379/1299023
  /input length (?<input>\d+) exceeds the maximum length (?<limit>\d+)/i,
  // Cloudflare Workers AI
  /estimated number of input and maximum output tokens \((?<input>\d+)\) exceeded this model context window limit \((?<limit>\d+)\)/i,
  // Alibaba: https://help.aliyun.com/zh/model-studio/error-code
  /range of input length should be \[\d+, ?(?<limit>\d+)\]/i,
  // Moonshot: https://platform.moonshot.ai/docs/api/errors
  /exceeded model token limit:? ?(?<limit>\d+)?/i,
  /maximum (?:context|prompt|model) length (?:is|of) (?<limit>\d+)/i,
  /input (?:token )?length (?:is )?too long/i,
  // OpenAI's Responses
  /exceeds the context window of this model/i,
  // Groq: https://console.groq.com/docs/errors
  /reduce the length of the (?:messages|prompt|input)/i,
  // Bedrock: https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html
  /input is too long for (?:the )?requested model/i,
  /^(?:The model returned the following errors: )?(?:input|prompt) is too long/i,
  // MiniMax: https://platform.minimax.io/docs/api-reference/errorcode
  /context window exceeds limit/i,
  // Ollama: https://github.com/ollama/ollama/blob/main/server/prompt.go
  /input length exceeds (?:the |maximum )*context length/i,
  /prompt too long; exceeded (?:max )?context length/i,
  // llama.cpp, LM Studio
  /exceeds the available context size/i,
  /greater than the context length/i,
  // Baidu Qianfan: https://cloud.baidu.com/doc/qianfan-api/s/mlzpvzbdq
  /prompt tokens too long|the max input characters is \d+/i,
  // Zhipu
  /prompt exceeds max length|prompt 超长/i,
  // Volcengine Ark
  /total tokens of image and text exceed max message tokens/i,
  /context[_ ]length[_ ]exceeded/i,
]

/**
 * Returns what an error says about the length of the request; undefined = the error is about something else.
 * `status`: the HTTP status of the error, if known.
 */
export function readContextOverflow(
  { code, type, message }: Pick<OpenAIError, 'code' | 'type' | 'message'>,
  status?: number,
): ContextOverflow | undefined {
  const isNamed = CODES.has(String(code)) || CODES.has(type)
  if (!isNamed && (RATE_LIMIT.test(message) || (status !== undefined && UNRELATED_STATUSES.has(status))))
    return undefined
  const start = message.slice(0, MAX_SEARCHED_CHARACTERS)
  for (const pattern of PATTERNS) {
    const found = pattern.exec(start)
    if (found) return numbersIn(found.groups ?? {})
  }
  return isNamed ? {} : undefined
}

function numbersIn({ input, output, limit, total }: Partial<Record<string, string>>): ContextOverflow {
  const tokens = input ?? total
  return {
    ...(tokens === undefined ? {} : { input: Number(tokens) }),
    ...(output === undefined ? {} : { output: Number(output) }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  }
}

/** Rewrites a context-length error as OpenAI's. Returns other errors unchanged. */
export function toOpenAIOverflow(error: OpenAIError): OpenAIError {
  const overflow = readContextOverflow(error)
  if (!overflow) return error
  return { ...error, type: 'invalid_request_error', code: CONTEXT_LENGTH_EXCEEDED }
}
