import { tokensUsed } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest, type EmbeddingsCaller, type EmbeddingsDialect, Unreadable } from '../dialect.ts'
import { type Encoding, inBase64, vectorsIn } from '../embeddings.ts'
import { countOf, defined, numberOf, objectOf, objectsOf, textOf } from '../json.ts'

/** Embeddings of version 2: https://docs.cohere.com/reference/embed */

/** What texts are embedded for, in Cohere's words and in Google's. */
const PURPOSES: readonly (readonly [own: string, task: string])[] = [
  ['search_document', 'RETRIEVAL_DOCUMENT'],
  ['search_query', 'RETRIEVAL_QUERY'],
  ['classification', 'CLASSIFICATION'],
  ['clustering', 'CLUSTERING'],
]
const USUAL = 'search_document'

/** As an upstream speaks of them. */
export const cohereEmbeddings: EmbeddingsDialect = {
  writeRequest: ({ texts, dimensions, purposes }, model) =>
    defined({
      model,
      texts,
      input_type: PURPOSES.find(([, task]) => task === purposes?.[0]?.task)?.[0] ?? USUAL,
      embedding_types: ['float'],
      output_dimension: dimensions,
    }),
  readAnswer(answer) {
    const { embeddings, meta } = objectOf(answer)
    const { float, base64 } = objectOf(embeddings)
    const found = float ?? base64
    if (!Array.isArray(found)) throw new Unreadable('the answer has no embeddings of floats')
    const { billed_units, tokens } = objectOf(meta)
    const used = countOf(objectOf(billed_units).input_tokens) || countOf(objectOf(tokens).input_tokens)
    return {
      vectors: vectorsIn(
        found.map((vector) => ({ vector })),
        'vector',
        'index',
      ),
      usage: used > 0 ? tokensUsed(used, 0) : undefined,
    }
  },
}

/** As callers ask for them. */
export const cohereEmbedCall: EmbeddingsCaller = {
  alwaysRead: true,
  native: {
    dialect: cohereEmbeddings,
    request: (request, model) => ({ ...request, model }),
    answer: (answer) => answer,
  },
  readRequest(request) {
    const asked: JsonObject = { ...request }
    const texts = textsOf(asked)
    const task = PURPOSES.find(([own]) => own === asked.input_type)?.[1]
    const dimensions = numberOf(asked.output_dimension)
    return {
      texts,
      encoding: encodingOf(asked.embedding_types),
      ...(dimensions === undefined ? {} : { dimensions }),
      ...(task ? { purposes: texts.map(() => ({ task, title: undefined })) } : {}),
    }
  },
  writeAnswer({ vectors, usage }, { encoding, inputTokens, id }) {
    const numbers = encoding === 'float' ? vectors : vectors.map(inBase64)
    return {
      id,
      embeddings: { [encoding]: numbers },
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: usage?.input ?? inputTokens } },
      response_type: 'embeddings_by_type',
    }
  },
}

function textsOf({ texts, inputs, images }: JsonObject): string[] {
  if (images !== undefined) throw new BadRequest('images', 'this model embeds texts only')
  const given = Array.isArray(texts) ? texts : objectsOf(inputs).map(({ content }) => textIn(content))
  if (given.length === 0 || !given.every((text) => typeof text === 'string')) {
    throw new BadRequest('texts', 'must be a list of texts to embed')
  }
  return given
}

function textIn(content: unknown): string {
  const parts = objectsOf(content)
  if (!parts.every(({ type }) => type === 'text')) throw new BadRequest('inputs', 'this model embeds texts only')
  return parts.map(({ text }) => textOf(text)).join('\n')
}

function encodingOf(types: unknown): Encoding {
  const [type = 'float', ...others] = Array.isArray(types) ? types : []
  if ((type !== 'float' && type !== 'base64') || others.length > 0) {
    throw new BadRequest('embedding_types', 'must be one of float and base64 for this model')
  }
  return type
}
