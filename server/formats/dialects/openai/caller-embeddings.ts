import { promptTokens } from '#contract/prices/price.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest, type CallerEmbeddingsDialect, Unwritable } from '../dialect.ts'
import { type EmbeddingsAnswer, type EmbeddingsFacts, type EmbeddingsRequest, toBase64Vector } from '../embeddings.ts'

/** The embeddings format of OpenAI's clients: https://platform.openai.com/docs/api-reference/embeddings */
export const openaiCallerEmbeddings: CallerEmbeddingsDialect = { readRequest, writeAnswer }

/** Refuses tokens in place of texts, because their meaning depends on the model. */
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
      embedding: encoding === 'base64' ? toBase64Vector(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}
