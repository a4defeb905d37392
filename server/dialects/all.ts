import { anthropic } from './anthropic/dialect.ts'
import { anthropicOnVertex } from './anthropic/vertex.ts'
import type { CallerDialect, UpstreamDialect } from './dialect.ts'
import { gemini, geminiOnVertex } from './gemini/dialect.ts'
import { openai } from './openai/dialect.ts'

/** The formats in which callers ask for a chat. */
export const callerDialects = { openai } satisfies Record<string, CallerDialect>
export type CallerFormat = keyof typeof callerDialects

/** The formats in which upstreams are asked for a chat, besides OpenAI's. */
export const upstreamDialects = {
  anthropic,
  'anthropic-vertex': anthropicOnVertex,
  gemini,
  'gemini-vertex': geminiOnVertex,
} satisfies Record<string, UpstreamDialect>
export type UpstreamFormat = keyof typeof upstreamDialects
