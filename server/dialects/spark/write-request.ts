import type { ChatRequest } from '../conversation.ts'
import { defined } from '../json.ts'
import { plainTurns, systemText, within } from '../plain-turns.ts'

const LEAST_TEMPERATURE = 0.01
const MOST_CHOSEN = 6
const LONGEST_USER = 32

/**
 * The one frame of a request, without the app and the version, which are the channel's:
 * https://www.xfyun.cn/doc/spark/Web.html
 */
export function writeRequest(request: ChatRequest): object {
  const { temperature, topK, maxTokens, user } = request
  const system = systemText(request)
  const turns = plainTurns(request.turns).map(({ role, text }) => ({ role: role as string, content: text }))
  const functions = writeTools(request)
  return {
    header: user ? { uid: user.slice(0, LONGEST_USER) } : {},
    parameter: {
      chat: defined({
        temperature: within(temperature, LEAST_TEMPERATURE, 1),
        top_k: topK === undefined ? undefined : Math.round(Math.min(Math.max(topK, 1), MOST_CHOSEN)),
        max_tokens: maxTokens,
        auditing: 'default',
      }),
    },
    payload: {
      message: { text: system ? [{ role: 'system', content: system }, ...turns] : turns },
      ...(functions ? { functions: { text: functions } } : {}),
    },
  }
}

/** There is no choice of tools: what must not be called is not offered. */
function writeTools({ tools, toolChoice }: ChatRequest) {
  const offered =
    toolChoice === 'none' || tools.length === 0
      ? []
      : tools.filter(({ name }) => typeof toolChoice !== 'object' || name === toolChoice.name)
  if (offered.length === 0) return undefined
  return offered.map(({ name, description, parameters }) => ({ name, description: description ?? name, parameters }))
}
