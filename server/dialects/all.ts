import { anthropic } from './anthropic/dialect.ts'
import { bedrock } from './bedrock/dialect.ts'
import { cohere } from './cohere/dialect.ts'
import type { CallerDialect, UpstreamDialect } from './dialect.ts'
import { dify } from './dify/dialect.ts'
import { openai } from './openai/dialect.ts'

/** The formats in which callers ask for a chat. */
export const callerDialects = { openai } satisfies Record<string, CallerDialect>
export type CallerFormat = keyof typeof callerDialects

/** The formats in which upstreams are asked for a chat, besides OpenAI's. */
export const upstreamDialects = { anthropic, bedrock, cohere, dify } satisfies Record<string, UpstreamDialect>
export type UpstreamFormat = keyof typeof upstreamDialects
