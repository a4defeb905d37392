import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'
import { OPENAI_MODELS } from './openai.ts'
import { OPENAI_FORMAT } from './single-key.ts'

/** A reseller of the unchanged OpenAI API. */
const reseller = (id: number, name: string, hue: number, baseUrl: string): ChannelType => ({
  ...OPENAI_FORMAT,
  id,
  name: { zh: name, en: name },
  hue,
  baseUrl,
  models: OPENAI_MODELS,
})

export const resellerTypes: readonly ChannelType[] = [
  {
    ...reseller(20, 'OpenRouter', 265, 'https://openrouter.ai/api'),
    rank: 310,
    vendor: 'openrouter',
    operations: ['chat', 'completions', 'embeddings'],
    // Usage is always sent: https://openrouter.ai/docs/use-cases/usage-accounting
    body: { streamOptions: 'kept' },
    models: names(`
      openai/gpt-5.1 openai/gpt-5-mini openai/gpt-4.1 openai/gpt-oss-120b anthropic/claude-opus-4.5
      anthropic/claude-sonnet-4.5 anthropic/claude-haiku-4.5 google/gemini-2.5-pro google/gemini-2.5-flash
      deepseek/deepseek-chat x-ai/grok-4 qwen/qwen3-32b
    `),
  },
  reseller(6, 'OpenAIMax', 160, 'https://api.openaimax.com'),
  reseller(7, 'OhMyGPT', 170, 'https://api.ohmygpt.com'),
  reseller(9, 'AILS', 180, 'https://api.caipacity.com'),
  reseller(10, 'AI Proxy', 290, 'https://api.aiproxy.io'),
  reseller(12, 'API2GPT', 200, 'https://api.api2gpt.com'),
  reseller(13, 'AIGC2D', 210, 'https://api.aigc2d.com'),
]
