import type { ChatRequest } from '../conversation.ts'
import { withoutUndefined } from '../json.ts'
import { clamp, plainTurns, systemText } from '../plain-turns.ts'

const MIN_TEMPERATURE = 0.01
const MAX_TOP_K = 6
const MAX_USER_LENGTH = 32

/**
 * Writes the single frame of a request, without app and version, which come from the channel:
 * https://www.xfyun.cn/doc/spark/Web.html
 */
export function writeRequest(request: ChatRequest): object {
  const { temperature, topK, maxTokens, user } = request
  const system = systemText(request)
  const turns = plainTurns(request.turns).map(({ role, text }) => ({ role: role as string, content: text }))
  const functions = writeTools(request)
  return {
    header: user ? { uid: user.slice(0, MAX_USER_LENGTH) } : {},
    parameter: {
      chat: withoutUndefined({
        temperature: clamp(temperature, MIN_TEMPERATURE, 1),
        top_k: topK === undefined ? undefined : Math.round(Math.min(Math.max(topK, 1), MAX_TOP_K)),
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

/** The format has no tool choice: tools that must not be called are left out. */
function writeTools({ tools, toolChoice }: ChatRequest) {
  const offered =
    toolChoice === 'none' || tools.length === 0
      ? []
      : tools.filter(({ name }) => typeof toolChoice !== 'object' || name === toolChoice.name)
  if (offered.length === 0) return undefined
  return offered.map(({ name, description, parameters }) => ({ name, description: description ?? name, parameters }))
}
