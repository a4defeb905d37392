import type { ChannelType } from './channel-type.ts'
import { OPENAI_FORMAT } from './single-key.ts'

const sameName = (name: string) => ({ zh: name, en: name })

/**
 * Vendors with OpenAI's API. xAI has its number in this API family; the others have none there, and get numbers from
 * 1001 that the family will not give to something else.
 */
export const presetTypes: readonly ChannelType[] = [
  {
    ...OPENAI_FORMAT,
    id: 48,
    rank: 301,
    name: sameName('xAI'),
    vendor: 'xai',
    hue: 0,
    baseUrl: 'https://api.x.ai',
    operations: ['chat', 'completions', 'images'],
    models: [
      ...['grok-4.7', 'grok-4.6', 'grok-4.5', 'grok-4.3', 'grok-4-1-fast-reasoning', 'grok-4-1-fast-non-reasoning'],
      ...['grok-4', 'grok-3', 'grok-3-mini', 'grok-code-fast-1', 'grok-imagine-image', 'grok-imagine-image-quality'],
    ],
  },
  {
    ...OPENAI_FORMAT,
    id: 1001,
    rank: 302,
    name: sameName('Groq'),
    vendor: 'groq',
    hue: 15,
    baseUrl: 'https://api.groq.com/openai',
    // https://console.groq.com/docs/reasoning: its own field is `reasoning`, other fields of messages are refused.
    body: { messageDrops: ['reasoning_content', 'reasoning_details'] },
    // Its transcriptions are paid by the hour of sound, which an answer does not name.
    operations: ['chat'],
    models: [
      ...['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'llama-3.3-70b-versatile', 'llama-3.1-8b-instant'],
      ...['meta-llama/llama-4-scout-17b-16e-instruct', 'qwen/qwen3-32b', 'moonshotai/kimi-k2-instruct-0905'],
    ],
  },
  {
    ...OPENAI_FORMAT,
    id: 1002,
    rank: 303,
    name: sameName('Together AI'),
    vendor: 'together',
    hue: 220,
    baseUrl: 'https://api.together.xyz',
    operations: ['chat', 'completions', 'embeddings'],
    models: [
      ...['meta-llama/Llama-3.3-70B-Instruct-Turbo', 'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8'],
      ...['Qwen/Qwen3-235B-A22B-fp8-tput', 'Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8'],
      ...['Qwen/Qwen2.5-72B-Instruct-Turbo', 'Qwen/Qwen2.5-7B-Instruct-Turbo'],
    ],
  },
  {
    ...OPENAI_FORMAT,
    id: 1003,
    rank: 304,
    name: sameName('Fireworks AI'),
    hue: 280,
    baseUrl: 'https://api.fireworks.ai/inference',
    operations: ['chat', 'completions', 'embeddings'],
    models: [],
  },
  {
    ...OPENAI_FORMAT,
    id: 1004,
    rank: 305,
    name: sameName('NVIDIA NIM'),
    vendor: 'nvidia',
    hue: 90,
    baseUrl: 'https://integrate.api.nvidia.com',
    operations: ['chat', 'completions'],
    models: [],
  },
  {
    ...OPENAI_FORMAT,
    id: 1005,
    rank: 306,
    name: sameName('GitHub Models'),
    hue: 260,
    baseUrl: 'https://models.github.ai',
    operations: ['chat', 'embeddings'],
    paths: {
      chat: '/inference/chat/completions',
      embeddings: '/inference/embeddings',
      models: '/catalog/models',
    },
    models: [],
  },
  {
    ...OPENAI_FORMAT,
    id: 1006,
    rank: 307,
    name: sameName('Voyage AI'),
    vendor: 'voyage',
    hue: 200,
    baseUrl: 'https://api.voyageai.com',
    // Its rerank has other fields than Jina's.
    operations: ['embeddings'],
    listsModels: false,
    models: [
      ...['voyage-4-large', 'voyage-4', 'voyage-4-lite', 'voyage-3.5', 'voyage-3.5-lite', 'voyage-3-large'],
      ...['voyage-code-3', 'voyage-finance-2', 'voyage-law-2'],
    ],
  },
  {
    ...OPENAI_FORMAT,
    id: 1007,
    rank: 308,
    name: { zh: '阶跃星辰 StepFun', en: 'StepFun' },
    vendor: 'stepfun',
    hue: 210,
    baseUrl: 'https://api.stepfun.com',
    operations: ['chat'],
    body: { streamOptions: 'kept' },
    models: ['step-5-preview', 'step-3.7-flash', 'step-3.5-flash', 'step-2-mini', 'step-2-16k', 'step-1o-turbo-vision'],
  },
  {
    ...OPENAI_FORMAT,
    id: 1008,
    rank: 309,
    name: { zh: '百川智能', en: 'Baichuan' },
    hue: 30,
    baseUrl: 'https://api.baichuan-ai.com',
    operations: ['chat', 'embeddings'],
    listsModels: false,
    body: { streamOptions: 'kept' },
    models: [],
  },
]
