import type { Usage } from '#contract/prices/price.ts'
import {
  type CallerEmbeddingsDialect,
  type RerankDialect,
  Unwritable,
  type UpstreamDialect,
  type UpstreamEmbeddingsDialect,
} from '../../formats/dialects/dialect.ts'
import type { Encoding } from '../../formats/dialects/embeddings.ts'
import { type RerankRequest, readRerank, writeRerank } from '../../formats/dialects/rerank.ts'
import type { ConvertedCall } from './converted-call.ts'

/** Converts a call whose answer is one JSON object to an upstream's format and back. */
export interface SimpleConversion {
  /** Throws BadRequest or Unwritable. */
  request(body: object, model: string): object
  /** Returns the answer for the caller. Throws Unreadable or Refused. To be called after `request`. */
  answer(answer: object): { written: object; usage: Usage | undefined }
}

type SimpleCall = Pick<ConvertedCall, 'id' | 'endpoint' | 'model' | 'inputTokens'>

/** undefined = the call is a chat, or an operation that the upstream's format does not support. */
export function createSimpleConversion(call: SimpleCall, upstream: UpstreamDialect): SimpleConversion | undefined {
  const { operation, embeddings: caller } = call.endpoint
  if (caller && upstream.embeddings) return embeddings(call, caller, upstream.embeddings)
  if (operation === 'rerank' && upstream.rerank) return rerank(call, upstream.rerank)
  return undefined
}

function embeddings(
  { id, model, inputTokens }: SimpleCall,
  caller: CallerEmbeddingsDialect,
  dialect: UpstreamEmbeddingsDialect,
): SimpleConversion {
  const native = caller.native?.dialect === dialect ? caller.native : undefined
  let encoding: Encoding = 'float'
  return {
    request(body, upstreamModel) {
      const request = caller.readRequest(body)
      if (request.contents && !dialect.takesMedia) throw new Unwritable('this model embeds texts only')
      encoding = request.encoding
      return native ? native.request(body, upstreamModel) : dialect.writeRequest(request, upstreamModel)
    },
    answer(json) {
      const answer = dialect.readAnswer(json)
      const written = native?.answer(json) ?? caller.writeAnswer(answer, { id, model, encoding, inputTokens })
      return { written, usage: answer.usage }
    },
  }
}

function rerank({ model, inputTokens }: SimpleCall, dialect: RerankDialect): SimpleConversion {
  let request: RerankRequest | undefined
  return {
    request(body, upstreamModel) {
      request = readRerank(body)
      return dialect.writeRequest(request, upstreamModel)
    },
    answer(json) {
      if (!request) throw new TypeError('an answer without a request')
      const answer = dialect.readAnswer(json)
      return { written: writeRerank(answer, request, { model, inputTokens }), usage: answer.usage }
    },
  }
}
