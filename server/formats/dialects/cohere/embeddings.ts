import { tokensUsed } from '#contract/prices/price.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest, type CallerEmbeddingsDialect, Unreadable, type UpstreamEmbeddingsDialect } from '../dialect.ts'
import { type Encoding, readVectors, toBase64Vector } from '../embeddings.ts'
import { numberOf, objectOf, objectsOf, readTokenCount, textOf, withoutUndefined } from '../json.ts'

/** Embeddings, version 2: https://docs.cohere.com/reference/embed */

/** The purposes of embeddings, as Cohere's input types and as Google's task types. */
const PURPOSES: readonly (readonly [own: string, task: string])[] = [
  ['search_document', 'RETRIEVAL_DOCUMENT'],
  ['search_query', 'RETRIEVAL_QUERY'],
  ['classification', 'CLASSIFICATION'],
  ['clustering', 'CLUSTERING'],
]
const DEFAULT_PURPOSE = 'search_document'

/** The format of upstreams. */
export const cohereEmbeddings: UpstreamEmbeddingsDialect = {
  writeRequest: ({ texts, dimensions, purposes }, model) =>
    withoutUndefined({
      model,
      texts,
      input_type: PURPOSES.find(([, task]) => task === purposes?.[0]?.task)?.[0] ?? DEFAULT_PURPOSE,
      embedding_types: ['float'],
      output_dimension: dimensions,
    }),
  readAnswer(answer) {
    const { embeddings, meta } = objectOf(answer)
    const { float, base64 } = objectOf(embeddings)
    const found = float ?? base64
    if (!Array.isArray(found)) throw new Unreadable('the answer has no embeddings of floats')
    const { billed_units, tokens } = objectOf(meta)
    const used = readTokenCount(objectOf(billed_units).input_tokens) || readTokenCount(objectOf(tokens).input_tokens)
    return {
      vectors: readVectors(
        found.map((vector) => ({ vector })),
        'vector',
        'index',
      ),
      usage: used > 0 ? tokensUsed(used, 0) : undefined,
    }
  },
}

/** The format of callers. */
export const cohereCallerEmbeddings: CallerEmbeddingsDialect = {
  alwaysConvert: true,
  native: {
    dialect: cohereEmbeddings,
    request: (request, model) => ({ ...request, model }),
    answer: (answer) => answer,
  },
  readRequest(request) {
    const adapted: JsonObject = { ...request }
    const texts = textsOf(adapted)
    const task = PURPOSES.find(([own]) => own === adapted.input_type)?.[1]
    const dimensions = numberOf(adapted.output_dimension)
    return {
      texts,
      encoding: encodingOf(adapted.embedding_types),
      ...(dimensions === undefined ? {} : { dimensions }),
      ...(task ? { purposes: texts.map(() => ({ task, title: undefined })) } : {}),
    }
  },
  writeAnswer({ vectors, usage }, { encoding, inputTokens, id }) {
    const numbers = encoding === 'float' ? vectors : vectors.map(toBase64Vector)
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
