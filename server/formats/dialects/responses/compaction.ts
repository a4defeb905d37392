import { isRecord } from '#contract/is-record.ts'
import type { AnswerPart, ChatRequest, JsonObject, Turn } from '../conversation.ts'
import { type Compaction, Unreadable } from '../dialect.ts'
import { objectsOf } from '../json.ts'
import type { OfferedTools } from './read-tools.ts'

/**
 * Compaction: the model writes a summary, from which the caller continues.
 * https://developers.openai.com/api/docs/guides/compaction
 */

/** Prefix of the `encrypted_content` of summaries that were written here, and of nothing else. */
export const SUMMARY_MARK = 'SwitchSummary.'

/** Returns whether the last item of an input requests a compaction. */
export function requestsCompaction(input: unknown): boolean {
  const last: unknown = Array.isArray(input) ? input.at(-1) : undefined
  return isRecord(last) && last.type === 'compaction_trigger'
}

/** Returns the same request with a compaction of its input requested. */
export function withCompactionTrigger(request: JsonObject): JsonObject {
  const { input } = request
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input)
  return { ...request, input: [...items, { type: 'compaction_trigger' }] }
}

/** The instruction for the summary. */
export const SUMMARIZE: Turn = {
  role: 'user',
  parts: [
    {
      kind: 'text',
      text:
        'The conversation above will be replaced by a summary. Write it for whoever continues the work without having seen ' +
        'the conversation: the goals and instructions of the user, what was done and decided and why, the facts, names, ' +
        'paths, commands, code and results that are still needed, what failed, what is in progress, and what remains to be ' +
        'done, step by step. Answer with the summary alone, and call no tool.',
    },
  ],
}

/**
 * Reads a compaction request. Keeps the tools, because vendors refuse a conversation with tool calls and no tools.
 */
export function readCompaction(
  input: unknown,
  { tools }: OfferedTools,
): Pick<ChatRequest, 'tools' | 'toolChoice' | 'compaction'> {
  const userMessages = objectsOf(input).filter(({ type = 'message', role }) => type === 'message' && role === 'user')
  return { tools, toolChoice: 'none', compaction: { userMessages } }
}

/** Returns the sealed summary of a whole answer. Throws Unreadable if the model wrote none. */
export function sealSummary(parts: readonly AnswerPart[], compaction: Compaction): string {
  const summary = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  if (!summary.trim()) throw new Unreadable('the model wrote no summary')
  return compaction.seal(summary)
}

/** Returns a message with the content of a summary, for models of any vendor. */
export const summaryMessage = (summary: string): JsonObject => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text: `Summary of the conversation so far:\n\n${summary}` }],
})

/**
 * Writes the answer of `POST /v1/responses/compact`:
 * https://platform.openai.com/docs/api-reference/responses/compact
 */
export const compactedResponse = ({ id, created_at, output, usage }: JsonObject, userMessages: JsonObject[]) => ({
  id,
  object: 'response.compaction',
  created_at,
  output: [...userMessages, ...objectsOf(output)],
  usage,
})
