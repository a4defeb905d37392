import { FORMAT_PATHS, type ModelFormat } from '#contract/models.ts'
import type { SnippetFacts } from '#contract/snippets.ts'

/** Bodies of a first call in the formats that are not for chats. */
const BODIES: Partial<Record<ModelFormat, Record<string, unknown>>> = {
  completions: { prompt: 'Once upon a time', max_tokens: 50 },
  embeddings: { input: 'The quick brown fox' },
  rerank: { query: 'What is the capital of France?', documents: ['Paris', 'Berlin', 'Rome'] },
  images: { prompt: 'A lighthouse at dawn, watercolour', size: '1024x1024' },
  speech: { input: 'Hello!', voice: 'alloy' },
  moderations: { input: 'Some text to check' },
}

/** A first call with curl; undefined for formats that one command does not show. */
export function curlOf(format: ModelFormat, { baseUrl, key, model }: SnippetFacts): string | undefined {
  const address = baseUrl.replace(/\/v1$/, '') + FORMAT_PATHS[format]
  const lead = [`curl ${address}`, `-H "Authorization: Bearer ${key}"`]
  if (format === 'transcriptions') return joined([...lead, `-F model="${model}"`, '-F file=@speech.mp3'])
  const body = BODIES[format]
  if (!body) return undefined
  const json = JSON.stringify({ model, ...body }).replaceAll("'", "'\\''")
  const output = format === 'speech' ? ['--output speech.mp3'] : []
  return joined([...lead, '-H "Content-Type: application/json"', `-d '${json}'`, ...output])
}

const joined = (parts: readonly string[]) => parts.join(' \\\n  ')
