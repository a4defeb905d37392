import type { Message, Settings } from './conversation.ts'

/** Returns the conversation as Markdown. `names` are the headings of the two roles. */
export function toMarkdown(line: readonly Message[], names: Record<Message['role'], string>): string {
  return `${line.map(({ role, content }) => `## ${names[role]}\n\n${content.trim()}`).join('\n\n')}\n`
}

/** Returns the conversation as JSON: messages have the fields of a chat request plus statistics. */
export function toJson(line: readonly Message[], settings: Settings, exportedAt: Date): string {
  const { model, group, temperature, maxTokens, system } = settings
  const exported = {
    exported_at: exportedAt.toISOString(),
    ...{ model, group: group || undefined, temperature: temperature ?? undefined, max_tokens: maxTokens || undefined },
    messages: [...(system.trim() ? [{ role: 'system', content: system }] : []), ...line.map(messageJson)],
  }
  return `${JSON.stringify(exported, null, 2)}\n`
}

/** Undefined values are omitted from the JSON. */
function messageJson({ role, content, reasoning, state, error, facts, cleared }: Message) {
  const { promptTokens, completionTokens, firstMs, totalMs } = facts ?? {}
  return {
    ...{ role, content, reasoning, error, model: facts?.model },
    state: role === 'assistant' ? state : undefined,
    request_id: facts?.requestId || undefined,
    usage:
      promptTokens === undefined ? undefined : { prompt_tokens: promptTokens, completion_tokens: completionTokens },
    first_ms: wholeOf(firstMs),
    total_ms: wholeOf(totalMs),
    context_cleared_after: cleared || undefined,
  }
}

const wholeOf = (value: number | undefined) => (value === undefined ? undefined : Math.round(value))
