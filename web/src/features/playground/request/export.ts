import type { Message, SharedSettings } from '../conversation/conversation.ts'

/** Returns the conversation as Markdown. `names` are the headings of the roles. */
export function toMarkdown(line: readonly Message[], names: Record<Message['role'], string>): string {
  return `${line.map((message) => `## ${names[message.role]}\n\n${textOf(message)}`).join('\n\n')}\n`
}

/** Returns what a message says, with the names of its files and the functions that it calls. */
function textOf({ content, files = [], toolCalls = [], results = [] }: Message): string {
  return [
    ...files.map(({ name }) => `[${name}]`),
    ...(content.trim() ? [content.trim()] : []),
    ...toolCalls.map((call) => `\`${call.name}(${call.arguments})\``),
    ...results.map((result) => `\`${result.name}\` → ${result.content}`),
  ].join('\n\n')
}

/** Returns the conversation as JSON: messages have the fields of a chat request plus statistics. */
export function toJson(
  line: readonly Message[],
  settings: SharedSettings & { model?: string },
  exportedAt: Date,
): string {
  const { group, temperature, maxTokens, system, tools, schema } = settings
  const model = settings.model ?? line.findLast(({ facts }) => facts?.model)?.facts?.model
  const exported = {
    exported_at: exportedAt.toISOString(),
    ...{ model, group: group || undefined, temperature: temperature ?? undefined, max_tokens: maxTokens || undefined },
    ...{ tools: tools ? JSON.parse(tools) : undefined, json_schema: schema ? JSON.parse(schema) : undefined },
    messages: [...(system.trim() ? [{ role: 'system', content: system }] : []), ...line.map(messageJson)],
  }
  return `${JSON.stringify(exported, null, 2)}\n`
}

/** Undefined values are omitted from the JSON. */
function messageJson({ role, content, files, toolCalls, results, reasoning, state, error, facts, cleared }: Message) {
  const { promptTokens, completionTokens, firstMs, totalMs } = facts ?? {}
  return {
    ...{ role, content, reasoning, error, model: facts?.model },
    files: files?.map(({ name, type, bytes }) => ({ name, type, bytes })),
    ...{ tool_calls: toolCalls, results },
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
