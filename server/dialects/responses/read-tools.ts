import type { ChatRequest, JsonObject, Tool } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { isObject, objectOf, objectsOf, textOf } from '../json.ts'

/** Tools that the caller runs: https://platform.openai.com/docs/api-reference/responses/create. Throws BadRequest for others. */
export function readTools({ tools, tool_choice }: JsonObject): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const offered = objectsOf(tools).map(readTool)
  if (tool_choice === 'auto' || tool_choice === 'none' || tool_choice === 'required') {
    return { tools: offered, toolChoice: tool_choice }
  }
  if (!isObject(tool_choice)) return { tools: offered }
  const { type, name, mode } = tool_choice
  if (type === 'function' || type === 'custom') return { tools: offered, toolChoice: { name: textOf(name) } }
  if (type !== 'allowed_tools') throw new BadRequest('tool_choice.type', foreign(type))
  const allowed = new Set(objectsOf(tool_choice.tools).map((tool) => tool.name))
  const chosen = offered.filter((tool) => allowed.has(tool.name))
  return { tools: chosen, toolChoice: mode === 'required' ? 'required' : 'auto' }
}

function readTool(tool: JsonObject, index: number): Tool {
  if (tool.type === 'custom') return freeformTool(tool)
  if (tool.type !== 'function') throw new BadRequest(`tools[${index}].type`, foreign(tool.type))
  return {
    name: textOf(tool.name),
    parameters: isObject(tool.parameters) ? tool.parameters : { type: 'object', properties: {} },
    ...(textOf(tool.description) ? { description: textOf(tool.description) } : {}),
    ...(typeof tool.strict === 'boolean' ? { strict: tool.strict } : {}),
  }
}

const foreign = (type: unknown) => `${JSON.stringify(type)} is a tool of OpenAI's own, which this model cannot be given`

const INPUT = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

/**
 * Elsewhere tools take objects; the grammar becomes a part of the description.
 * https://platform.openai.com/docs/guides/function-calling#custom-tools
 */
function freeformTool({ name, description, format }: JsonObject): Tool {
  const { syntax, definition } = objectOf(format)
  const grammar = textOf(definition)
    ? `The input must follow this ${textOf(syntax)} grammar:\n${textOf(definition)}`
    : ''
  const told = [textOf(description), grammar].filter(Boolean).join('\n\n')
  return { name: textOf(name), parameters: INPUT, freeform: true, ...(told ? { description: told } : {}) }
}
