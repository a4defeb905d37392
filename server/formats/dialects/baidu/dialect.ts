import type { UpstreamDialect } from '../dialect.ts'
import { readVectors } from '../embeddings.ts'
import { withoutUndefined } from '../json.ts'
import { throwRefusal } from '../vendor-error.ts'
import { BaiduStreamReader, readAnswer, readUsage } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** Baidu's Wenxin workshop, the API before Qianfan's version 2. */
export const baidu: UpstreamDialect = {
  unsupportedSettings: [
    'topK',
    'seed',
    'presencePenalty',
    'candidates',
    'reasoning',
    'toolChoice',
    'parallelToolCalls',
  ],
  writeRequest,
  readAnswer: (answer, callId = '') => readAnswer({ ...answer }, callId),
  streamReader: (callId = '') => new BaiduStreamReader(callId),
  embeddings: {
    writeRequest: ({ texts, user }) => withoutUndefined({ input: texts, user_id: user }),
    readAnswer(answer) {
      const { data, usage, ...rest } = answer as Record<string, unknown>
      throwRefusal(rest)
      return { vectors: readVectors(data, 'embedding', 'index'), usage: readUsage(usage) }
    },
  },
}
