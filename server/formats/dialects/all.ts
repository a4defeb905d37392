import { aiproxy } from './aiproxy/dialect.ts'
import { anthropic } from './anthropic/dialect.ts'
import { anthropicOnVertex } from './anthropic/vertex.ts'
import { baidu } from './baidu/dialect.ts'
import { bedrock } from './bedrock/dialect.ts'
import { chatglm } from './chatglm/dialect.ts'
import { cohere } from './cohere/dialect.ts'
import { coze } from './coze/dialect.ts'
import type { CallerDialect, UpstreamDialect } from './dialect.ts'
import { dify } from './dify/dialect.ts'
import { gemini, geminiOnVertex } from './gemini/dialect.ts'
import { hunyuan } from './hunyuan/dialect.ts'
import { openai } from './openai/dialect.ts'
import { palm } from './palm/dialect.ts'
import { replicate } from './replicate/dialect.ts'
import { responses } from './responses/dialect.ts'
import { spark } from './spark/dialect.ts'

/** The formats in which callers send chat requests. */
export const callerDialects = { openai, responses, anthropic, gemini, cohere } satisfies Record<string, CallerDialect>
export type CallerFormat = keyof typeof callerDialects

/** The formats in which chat requests are sent to upstreams. */
export const upstreamDialects = {
  openai,
  anthropic,
  'anthropic-vertex': anthropicOnVertex,
  aiproxy,
  baidu,
  bedrock,
  chatglm,
  cohere,
  coze,
  dify,
  gemini,
  'gemini-vertex': geminiOnVertex,
  hunyuan,
  palm,
  replicate,
  responses,
  spark,
} satisfies Record<string, UpstreamDialect>
export type UpstreamFormat = keyof typeof upstreamDialects
