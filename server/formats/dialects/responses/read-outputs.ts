import { isRecord } from '#contract/is-record.ts'
import { isResultPart, type JsonObject, type ResultPart, type ToolResultPart } from '../conversation.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import type { ToolNames } from '../tool-names.ts'
import { readContent, readImage } from './read-content.ts'
import { namesOfTools } from './read-tools.ts'

/** The outputs of tools that the client runs: https://platform.openai.com/docs/api-reference/responses/create */

type Output = Pick<ToolResultPart, 'content' | 'isError'>
type ReadOutput = (item: JsonObject, field: string, names: ToolNames) => Output

const textResult = (text: string): ResultPart[] => [{ kind: 'text', text }]

const read: Readonly<Record<string, ReadOutput>> = {
  function_call_output: written,
  custom_tool_call_output: written,
  local_shell_call_output: written,
  shell_call_output: ({ output }, field) =>
    Array.isArray(output)
      ? { content: textResult(objectsOf(output).map(ofCommand).join('\n\n')) }
      : written({ output }, field),
  apply_patch_call_output: ({ output, status }, field) => ({
    content: output ? written({ output }, field).content : textResult(textOf(status) || 'completed'),
    ...(status === 'failed' ? { isError: true } : {}),
  }),
  computer_call_output: ({ output }, field) => ({
    content: [readImage(objectOf(output), `${field}.output`)],
  }),
  tool_search_output: ({ tools }, _field, names) => {
    const found = namesOfTools(tools, names)
    return {
      content: textResult(
        found.length > 0 ? `These tools can be called now: ${found.join(', ')}` : 'No tool was found.',
      ),
    }
  },
}

/** Reads the output of a client-run tool; undefined = the item is not an output. Throws BadRequest. */
export function readOutput(item: JsonObject, field: string, names: ToolNames): Output | undefined {
  const { type } = item
  return typeof type === 'string' && Object.hasOwn(read, type) ? read[type]?.(item, field, names) : undefined
}

function written({ output }: JsonObject, field: string): Output {
  // Some clients send an object where the format has a string.
  const content = isRecord(output) ? JSON.stringify(output) : output
  return { content: readContent(content, `${field}.output`).filter(isResultPart) }
}

function ofCommand({ stdout, stderr, outcome }: JsonObject): string {
  const { type, exit_code } = objectOf(outcome)
  const end = type === 'timeout' ? 'timed out' : exit_code === undefined ? '' : `exit code: ${exit_code}`
  return [textOf(stdout), textOf(stderr), end].filter(Boolean).join('\n')
}
