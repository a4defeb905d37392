import type { ChatRequest } from './conversation.ts'
import type { CallerDialect } from './dialect.ts'
import { applyFieldRules } from './fields.ts'

/**
 * Reads the JSON of a chat request for an upstream of another format. Lists what is left out on purpose in
 * `omitted`. Throws BadRequest with the field that is invalid or that no other format can express.
 */
export function readChat(dialect: CallerDialect, request: object, stream: boolean): ChatRequest {
  const { readRequest, fields, spelling } = dialect
  const omitted = applyFieldRules({ ...request }, fields, spelling)
  const chat = readRequest(request, stream)
  return omitted.length > 0 ? { ...chat, omitted: [...omitted, ...(chat.omitted ?? [])] } : chat
}
