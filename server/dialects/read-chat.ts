import type { ChatRequest } from './conversation.ts'
import type { CallerDialect } from './dialect.ts'
import { leftOut } from './fields.ts'

/**
 * Reads the JSON of a request for a chat that goes to an upstream of another format. What is left out on purpose is in
 * `omitted`. Throws BadRequest with the field that is wrong, or that no other format can say.
 */
export function readChat(dialect: CallerDialect, request: object, stream: boolean): ChatRequest {
  const { readRequest, fields, spelling } = dialect
  const omitted = leftOut({ ...request }, fields, spelling)
  const chat = readRequest(request, stream)
  return omitted.length > 0 ? { ...chat, omitted: [...omitted, ...(chat.omitted ?? [])] } : chat
}
