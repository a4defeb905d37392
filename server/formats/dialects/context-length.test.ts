import { describe, expect, test } from 'bun:test'
import { type ContextOverflow, readContextOverflow } from './context-length.ts'

const said = (message: string, code: string | number | null = null, type = 'invalid_request_error', status = 400) =>
  readContextOverflow({ message, code, type }, status)

describe('a request that is too long is recognised in the words of', () => {
  test.each<[string, string, ContextOverflow]>([
    [
      'OpenAI',
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. Please reduce the length of the messages.",
      { input: 8227, limit: 8192 },
    ],
    [
      'OpenAI with an answer',
      "This model's maximum context length is 8192 tokens. However, you requested 8334 tokens (338 in the messages, 7996 in the completion). Please reduce the length of the messages or completion.",
      { input: 338, output: 7996, limit: 8192 },
    ],
    [
      'OpenAI with functions',
      "This model's maximum context length is 4097 tokens. However, you requested 5000 tokens (900 in the messages, 100 in the functions, and 4000 in the completion). Please reduce the length of the messages, functions, or completion.",
      { input: 5000, limit: 4097 },
    ],
    [
      'OpenAI embeddings',
      "This model's maximum context length is 8191 tokens, however you requested 10346 tokens (10346 in your prompt; 0 for the completion). Please reduce your prompt; or completion length.",
      { input: 10346, output: 0, limit: 8191 },
    ],
    [
      "OpenAI's Responses",
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      {},
    ],
    [
      'Azure',
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300123 tokens. Please reduce the length of the messages.',
      { input: 300123, limit: 272000 },
    ],
    ['Anthropic', 'prompt is too long: 216327 tokens > 200000 maximum', { input: 216327, limit: 200000 }],
    [
      'Anthropic with an answer',
      'input length and `max_tokens` exceed context limit: 174167 + 64000 > 200000, decrease input length or `max_tokens` and try again',
      { input: 174167, output: 64000, limit: 200000 },
    ],
    [
      'Gemini',
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
      { input: 1196265, limit: 1048575 },
    ],
    ['Gemini', 'The input token count exceeds the maximum number of tokens allowed 1048576.', { limit: 1048576 }],
    [
      'Vertex AI',
      'Unable to submit request because the input token count is 1078474 but model only supports up to 1048576. Reduce the input token count and try again.',
      { input: 1078474, limit: 1048576 },
    ],
    ['Bedrock', 'Input is too long for requested model.', {}],
    [
      'Bedrock',
      'The model returned the following errors: prompt is too long: 903884 tokens > 200000 maximum',
      { input: 903884, limit: 200000 },
    ],
    [
      'Mistral',
      'Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      { input: 65673, limit: 32768 },
    ],
    [
      'Cohere',
      'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4100. Try using a shorter prompt.',
      { input: 4100, limit: 4081 },
    ],
    ['Groq', 'Please reduce the length of the messages or completion.', {}],
    [
      'xAI',
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      { input: 537812, limit: 131072 },
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 1048576 tokens. However, you requested about 1293741 tokens (1227853 of text input, 353 of tool input, 65535 in the output). Please reduce the length of either one.",
      { input: 1227853, output: 65535, limit: 1048576 },
    ],
    [
      'Together',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 512 `max_new_tokens`',
      { input: 5000, output: 512, limit: 4097 },
    ],
    [
      'vLLM',
      "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context length is 4096 tokens and your request has 2104 input tokens (2000 > 4096 - 2104).",
      { input: 2104, output: 2000, limit: 4096 },
    ],
    [
      'vLLM',
      'The decoder prompt (length 5951) is longer than the maximum model length of 4096.',
      { input: 5951, limit: 4096 },
    ],
    [
      'SGLang',
      "Requested token count exceeds the model's maximum context length of 262144 tokens. You requested a total of 262462 tokens: 230462 tokens from the input messages and 32000 tokens for the completion.",
      { input: 230462, output: 32000, limit: 262144 },
    ],
    ['Ollama', 'the input length exceeds the context length', {}],
    ['Ollama', 'prompt too long; exceeded max context length by 12 tokens', {}],
    [
      'llama.cpp',
      'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it',
      { input: 9000, limit: 8192 },
    ],
    ['LM Studio', 'The number of tokens to keep from the initial prompt is greater than the context length', {}],
    ['Alibaba', 'Range of input length should be [1, 129024]', { limit: 129024 }],
    ['Moonshot', 'Invalid request: Your request exceeded model token limit: 8192', { limit: 8192 }],
    ['MiniMax', 'invalid params, context window exceeds limit (2013)', {}],
    [
      'SiliconFlow',
      'length of prompt_tokens (33000) must be less than max_seq_len (32768).',
      { input: 33000, limit: 32768 },
    ],
    ['Volcengine', 'Total tokens of image and text exceed max message tokens', {}],
    ['Baidu', 'Prompt tokens too long', {}],
    ['Zhipu', 'Prompt 超长', {}],
  ])('%s: %s', (_vendor, message, overflow) => {
    expect(said(message)).toEqual(overflow)
  })

  test.each([
    ['OpenAI', 'context_length_exceeded', 'invalid_request_error'],
    ['llama.cpp', 400, 'exceed_context_size_error'],
    ['Zhipu', '1261', 'upstream_error'],
    ['iFlytek', 10907, 'upstream_error'],
  ])('%s by code or type alone', (_vendor, code, type) => {
    expect(said('no words that anybody knows', code, type)).toEqual({})
  })
})

describe('it is not taken for', () => {
  test.each([
    [
      'a rate of tokens',
      'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7000. Please reduce the length of the messages',
      413,
    ],
    ['throttling', 'Too many tokens, please wait before trying again.', 400],
    ['a rate limit', 'maximum context length is 5 tokens', 429],
    ['a dead key', 'prompt is too long', 401],
    [
      'too many answer tokens',
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens',
      400,
    ],
    ['a long name', 'user: string too long. Expected a string with maximum length 64', 400],
    ['a large body', 'Request exceeds the maximum allowed number of bytes.', 413],
  ])('%s', (_what, message, status) => {
    expect(said(message, null, 'invalid_request_error', status)).toBeUndefined()
  })
})
