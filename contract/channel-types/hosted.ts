import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'
import { OPENAI_FORMAT, singleKey } from './single-key.ts'

/** Other services and self-hosted programs with OpenAI's API. */
export const hostedTypes: readonly ChannelType[] = [
  {
    id: 4,
    rank: 50,
    name: { zh: 'Ollama', en: 'Ollama' },
    vendor: 'ollama',
    hue: 60,
    provider: 'openai',
    baseUrl: 'http://localhost:11434',
    key: {
      ...singleKey,
      hint: {
        zh: '本机的 Ollama 不需要密钥，可填任意内容',
        en: 'Ollama on your own machines needs no key; enter any text',
      },
    },
    fields: { base_url: 'optional' },
    operations: ['chat', 'completions', 'embeddings'],
    models: ['llama3.3', 'llama3.2', 'qwen3', 'gemma3', 'deepseek-r1', 'gpt-oss', 'mistral', 'nomic-embed-text'],
  },
  {
    id: 39,
    rank: 190,
    name: { zh: 'Cloudflare', en: 'Cloudflare' },
    vendor: 'cloudflare',
    hue: 25,
    provider: 'openai',
    baseUrl: 'https://api.cloudflare.com',
    key: singleKey,
    fields: {
      base_url: 'optional',
      other: {
        label: { zh: 'Account ID', en: 'Account ID' },
        placeholder: {
          zh: '请输入Account ID，例如：d6b5da8hk1awo8nap34ube6gh',
          en: 'For example d6b5da8hk1awo8nap34ube6gh',
        },
        missing: 'channel_account_id_required',
        pattern: '^[\\w-]+$',
        malformed: 'channel_account_id_invalid',
      },
    },
    operations: ['chat', 'embeddings'],
    paths: {
      chat: '/client/v4/accounts/{other}/ai/v1/chat/completions',
      embeddings: '/client/v4/accounts/{other}/ai/v1/embeddings',
    },
    listsModels: false,
    models: names(`
      @cf/openai/gpt-oss-120b @cf/openai/gpt-oss-20b @cf/meta/llama-3.3-70b-instruct-fp8-fast
      @cf/meta/llama-3.1-8b-instruct @cf/qwen/qwen2.5-coder-32b-instruct @cf/mistralai/mistral-small-3.1-24b-instruct
      @cf/baai/bge-m3 @cf/baai/bge-large-en-v1.5
    `),
  },
  {
    ...OPENAI_FORMAT,
    id: 38,
    rank: 280,
    name: { zh: 'Jina', en: 'Jina' },
    vendor: 'jina',
    hue: 205,
    baseUrl: 'https://api.jina.ai',
    operations: ['embeddings', 'rerank'],
    listsModels: false,
    models: names(`
      jina-embeddings-v4 jina-embeddings-v3 jina-embeddings-v2-base-code jina-clip-v2 jina-reranker-v3
      jina-reranker-m0 jina-reranker-v2-base-multilingual
    `),
  },
  {
    id: 42,
    rank: 300,
    name: { zh: 'Mistral AI', en: 'Mistral AI' },
    vendor: 'mistral',
    hue: 245,
    provider: 'mistral',
    baseUrl: 'https://api.mistral.ai',
    key: singleKey,
    fields: { base_url: 'optional' },
    operations: ['chat', 'embeddings', 'moderations', 'transcriptions'],
    // Unknown fields are refused with 422. Fields that change the answer (logit_bias, logprobs) are still sent.
    body: {
      streamOptions: 'dropped',
      renames: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
      drops: ['user'],
      messageDrops: ['reasoning_content', 'reasoning', 'reasoning_details', 'refusal', 'annotations', 'audio'],
    },
    models: names(`
      mistral-large-2512 mistral-medium-2508 mistral-small-2506 magistral-medium-latest magistral-small-latest
      devstral-2512 codestral-latest ministral-14b-2512 ministral-8b-2512 ministral-3b-2512 pixtral-large-latest
      open-mistral-nemo mistral-embed voxtral-mini-latest
    `),
  },
  {
    ...OPENAI_FORMAT,
    id: 27,
    rank: 320,
    name: { zh: 'Perplexity', en: 'Perplexity' },
    vendor: 'perplexity',
    hue: 190,
    baseUrl: 'https://api.perplexity.ai',
    operations: ['chat'],
    paths: { chat: '/chat/completions' },
    listsModels: false,
    body: { streamOptions: 'dropped', limits: { top_p: [0, 0.99] } },
    models: ['sonar', 'sonar-pro', 'sonar-reasoning', 'sonar-reasoning-pro', 'sonar-deep-research'],
  },
  {
    id: 22,
    rank: 340,
    name: { zh: '知识库：FastGPT', en: 'Knowledge base: FastGPT' },
    vendor: 'fastgpt',
    hue: 235,
    provider: 'openai',
    baseUrl: 'https://fastgpt.run/api/openapi',
    key: {
      ...singleKey,
      placeholder: {
        zh: '按照如下格式输入：APIKey-AppId，例如：fastgpt-…',
        en: 'Format: APIKey-AppId, for example fastgpt-…',
      },
    },
    fields: {
      base_url: 'optional',
      base_url_words: {
        label: { zh: '私有部署地址', en: 'Deployment address' },
        placeholder: {
          zh: '请输入私有部署地址，格式为：https://fastgpt.run/api/openapi',
          en: 'Format: https://fastgpt.run/api/openapi',
        },
        hint: {
          zh: '选填，请求路径（/v1/chat/completions）会接在后面',
          en: 'Optional. The path of a call (/v1/chat/completions) is appended.',
        },
      },
    },
    operations: ['chat'],
    listsModels: false,
    body: { streamOptions: 'dropped' },
    models: [],
  },
  {
    id: 21,
    rank: 350,
    name: { zh: '知识库：AI Proxy', en: 'Knowledge base: AI Proxy' },
    hue: 290,
    provider: 'aiproxy',
    baseUrl: 'https://api.aiproxy.io',
    key: singleKey,
    fields: {
      base_url: 'optional',
      other: {
        label: { zh: '知识库 ID', en: 'Knowledge base ID' },
        placeholder: { zh: '请输入知识库 ID，例如：123456', en: 'For example 123456' },
        missing: 'channel_library_id_required',
        pattern: '^[\\w-]+$',
        malformed: 'channel_library_id_invalid',
      },
    },
    notice: {
      zh: '只会发送最后一条用户消息作为问题；回答末尾附上参考文档，用量按估算计费。',
      en: 'Only the user’s last message is sent. The source documents are listed at the end of the response; usage is estimated.',
    },
    operations: ['chat'],
    listsModels: false,
    models: ['gpt-4o', 'gpt-4o-mini', 'gpt-3.5-turbo'],
  },
]
