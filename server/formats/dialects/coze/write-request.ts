import type { ChatRequest, Part, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { ASSISTANT_FILLER, systemText, toPlainText, USER_CONTINUE } from '../plain-turns.ts'

/** Coze requires a user name: this is used for callers that give none. */
const DEFAULT_USER = 'api-user'

/**
 * Writes a chat with a bot: https://docs.coze.cn/developer_guides/chat_v3. A bot has its own model, prompt and tools. Its
 * name is added by the provider. Answers are always streamed: a whole one would have to be asked for again and again.
 */
export function writeRequest(request: ChatRequest): object {
  const { turns, toolChoice, user } = request
  if (toolChoice === 'required' || typeof toolChoice === 'object')
    throw new Unwritable('this upstream cannot be made to call tools')
  if (turns.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  const system = systemText(request)
  return {
    user_id: user || DEFAULT_USER,
    stream: true,
    // The caller sends the whole conversation each time.
    auto_save_history: false,
    additional_messages: [
      // There are no other roles than these two.
      ...(system ? [message('user', system), message('assistant', ASSISTANT_FILLER)] : []),
      ...turns.flatMap(toMessage),
      ...(turns.at(-1)?.role === 'assistant' ? [message('user', USER_CONTINUE)] : []),
    ],
  }
}

const message = (role: Turn['role'], content: string, content_type = 'text') => ({
  role,
  type: role === 'user' ? 'question' : 'answer',
  content,
  content_type,
})

function toMessage({ role, parts }: Turn): object[] {
  const media = parts.flatMap(toObject)
  const text = toPlainText(parts.filter(({ kind }) => kind !== 'image' && kind !== 'file'))
  if (media.length === 0) return text ? [message(role, text)] : []
  return [message(role, JSON.stringify([...(text ? [{ type: 'text', text }] : []), ...media]), 'object_string')]
}

function toObject(part: Part): object[] {
  if (part.kind !== 'image' && part.kind !== 'file') return []
  if (!('url' in part.source)) throw new Unwritable('this upstream takes images and files only by their address')
  return [{ type: part.kind, file_url: part.source.url }]
}
