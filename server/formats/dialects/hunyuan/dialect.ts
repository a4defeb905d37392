import type { UpstreamDialect } from '../dialect.ts'
import { readVectors } from '../embeddings.ts'
import { objectOf } from '../json.ts'
import { throwRefusal } from '../vendor-error.ts'
import { readAnswer, readUsage } from './read-answer.ts'
import { HunyuanStreamReader } from './read-stream.ts'
import { writeRequest } from './write-request.ts'

/** Tencent's Hunyuan, version 2023-09-01. */
export const hunyuan: UpstreamDialect = {
  unsupportedSettings: [
    'maxTokens',
    'topK',
    'presencePenalty',
    'frequencyPenalty',
    'candidates',
    'reasoning',
    'parallelToolCalls',
  ],
  writeRequest,
  readAnswer: (answer, callId = '') => readAnswer({ ...answer }, callId),
  streamReader: (callId = '') => new HunyuanStreamReader(callId),
  embeddings: {
    writeRequest: ({ texts }) => ({ InputList: texts }),
    readAnswer(answer) {
      throwRefusal({ ...answer })
      const { Data, Usage } = objectOf(objectOf(answer).Response)
      return { vectors: readVectors(Data, 'Embedding', 'Index'), usage: readUsage(Usage) }
    },
  },
}
