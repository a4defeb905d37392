import { promptTokens } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest, type EmbeddingsCaller, Unwritable } from '../dialect.ts'
import { type EmbeddingsAnswer, type EmbeddingsFacts, type EmbeddingsRequest, inBase64 } from '../embeddings.ts'

/** OpenAI's clients as they ask for embeddings: https://platform.openai.com/docs/api-reference/embeddings */
export const openaiEmbedCall: EmbeddingsCaller = { readRequest, writeAnswer }

/** Tokens instead of texts mean something else to each model. */
function readRequest(request: object): EmbeddingsRequest {
  const { input, encoding_format, dimensions, user } = request as JsonObject
  const texts = Array.isArray(input) ? input : [input]
  if (texts.some((text) => typeof text === 'number' || Array.isArray(text))) {
    throw new Unwritable('this model takes texts, not tokens')
  }
  if (texts.length === 0 || !texts.every((text): text is string => typeof text === 'string')) {
    throw new BadRequest('input', 'must be a text or a list of texts')
  }
  return {
    texts,
    encoding: encoding_format === 'base64' ? 'base64' : 'float',
    ...(typeof dimensions === 'number' ? { dimensions } : {}),
    ...(typeof user === 'string' && user ? { user } : {}),
  }
}

function writeAnswer({ vectors, usage }: EmbeddingsAnswer, { model, encoding, inputTokens }: EmbeddingsFacts) {
  const tokens = usage ? promptTokens(usage) : inputTokens
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encoding === 'base64' ? inBase64(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}
