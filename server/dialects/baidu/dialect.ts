import type { UpstreamDialect } from '../dialect.ts'
import { vectorsIn } from '../embeddings.ts'
import { defined } from '../json.ts'
import { throwRefusal } from './errors.ts'
import { BaiduStreamReader, readAnswer, readUsage } from './read-answer.ts'
import { writeRequest } from './write-request.ts'

/** Baidu's Wenxin workshop, the interface before Qianfan's second version. */
export const baidu: UpstreamDialect = {
  unsaid: ['topK', 'seed', 'presencePenalty', 'candidates', 'reasoning', 'toolChoice', 'parallelToolCalls'],
  writeRequest,
  readAnswer: (answer, callId = '') => readAnswer({ ...answer }, callId),
  streamReader: (callId = '') => new BaiduStreamReader(callId),
  embeddings: {
    writeRequest: ({ texts, user }) => defined({ input: texts, user_id: user }),
    readAnswer(answer) {
      const { data, usage, ...rest } = answer as Record<string, unknown>
      throwRefusal(rest)
      return { vectors: vectorsIn(data, 'embedding', 'index'), usage: readUsage(usage) }
    },
  },
}
