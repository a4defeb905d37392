import { isRecord } from '#contract/is-record.ts'
import { promptTokens } from '#contract/prices/price.ts'
import type { JsonObject } from '../conversation.ts'
import { BadRequest, type CallerEmbeddingsDialect } from '../dialect.ts'
import type { EmbeddingsAnswer, EmbeddingsFacts, EmbeddingsRequest } from '../embeddings.ts'
import { objectOf, objectsOf, oneOrMoreObjects, textOf } from '../json.ts'
import { contentEmbeddings, modelPath } from './embeddings.ts'
import { readProtoJson } from './proto-json.ts'

/**
 * The embeddings formats of Google's clients, for one text or many per call: https://ai.google.dev/api/embeddings
 */

/** `embedContent` */
export const geminiCallerEmbedding: CallerEmbeddingsDialect = {
  alwaysConvert: true,
  native: {
    dialect: contentEmbeddings,
    request: (request, model) => ({ requests: [named({ ...request }, model)] }),
    answer(answer) {
      const { embeddings, ...rest } = objectOf(answer)
      return { embedding: objectsOf(embeddings)[0], ...rest }
    },
  },
  readRequest: (request) => readEmbeddings([readProtoJson({ ...request }, 'embedRequest')], 'content'),
  writeAnswer: (answer, facts) => ({ embedding: embeddingsOf(answer)[0], ...usageOf(answer, facts) }),
}

/** `batchEmbedContents` */
export const geminiCallerEmbeddings: CallerEmbeddingsDialect = {
  alwaysConvert: true,
  native: {
    dialect: contentEmbeddings,
    request: (request, model) => ({
      ...request,
      requests: oneOrMoreObjects(objectOf(request).requests).map((one) => named(one, model)),
    }),
    answer: (answer) => answer,
  },
  readRequest: (request) =>
    readEmbeddings(objectsOf(readProtoJson({ ...request }, 'embedRequests').requests), 'requests'),
  writeAnswer: (answer, facts) => ({ embeddings: embeddingsOf(answer), ...usageOf(answer, facts) }),
}

/** A request for one embedding with the upstream's name of the model. */
const named = (request: JsonObject, model: string): JsonObject => ({ ...request, model: modelPath(model) })

/** `field`: the field that errors name. */
function readEmbeddings(wanted: JsonObject[], field: string): EmbeddingsRequest {
  if (wanted.length === 0) throw new BadRequest(field, 'must be a list of texts to embed')
  const sizes = new Set(wanted.map((one) => one.outputDimensionality))
  if (sizes.size > 1) throw new BadRequest(field, 'must have the same outputDimensionality for all texts')
  const [dimensions] = sizes
  const contents = wanted.map(({ content }) => objectOf(content))
  const hasMedia = contents.some((content) => partsOf(content).some((part) => !isText(part)))
  return {
    texts: contents.map((content) => textIn(content, field)),
    ...(hasMedia ? { contents } : {}),
    purposes: wanted.map((one) => ({
      task: textOf(one.taskType) || undefined,
      title: textOf(one.title) || undefined,
    })),
    encoding: 'float',
    ...(typeof dimensions === 'number' ? { dimensions } : {}),
  }
}

const partsOf = ({ parts }: JsonObject) => objectsOf(parts)
const isText = ({ text }: JsonObject) => typeof text === 'string'

/**
 * Returns the texts of a content; "" = it has only media.
 * https://ai.google.dev/gemini-api/docs/embeddings#multimodal
 */
function textIn(content: JsonObject, field: string): string {
  const parts = partsOf(content)
  if (
    parts.length === 0 ||
    !parts.every((part) => isText(part) || isRecord(part.inlineData) || isRecord(part.fileData))
  ) {
    throw new BadRequest(field, 'must have parts with a text or media each')
  }
  return parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n')
}

const embeddingsOf = ({ vectors }: EmbeddingsAnswer) => vectors.map((values) => ({ values }))

function usageOf({ usage }: EmbeddingsAnswer, { inputTokens }: EmbeddingsFacts) {
  const tokens = usage ? promptTokens(usage) : inputTokens
  return { usageMetadata: { promptTokenCount: tokens, totalTokenCount: tokens } }
}
