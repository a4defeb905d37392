import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, textOf } from '../json.ts'
import { inBrackets, joinLines, withHeading } from '../tool-texts.ts'
import { toCamelCase } from './camel-case.ts'

/**
 * Converts parts of Google's own tools to texts for models of other vendors:
 * https://ai.google.dev/api/caching#Part. Returns "" for a part without content; undefined = the part is of another
 * kind.
 */
export function vendorPartText(part: JsonObject): string | undefined {
  const { executableCode, codeExecutionResult, toolCall, toolResponse } = part
  if (isRecord(executableCode))
    return inBrackets(joinLines(...withHeading('Code that was run:', textOf(executableCode.code))))
  if (isRecord(codeExecutionResult)) {
    const { outcome, output } = codeExecutionResult
    const isOk = outcome === undefined || outcome === 'OUTCOME_OK' || outcome === 1
    return inBrackets(joinLines(...withHeading(isOk ? 'Output:' : 'Errors:', textOf(output))))
  }
  if (isRecord(toolCall)) {
    const { toolType, args } = toCamelCase(toolCall)
    return inBrackets(`Call of ${textOf(toolType)}: ${JSON.stringify(objectOf(args))}`)
  }
  if (!isRecord(toolResponse)) return undefined
  const { response } = toCamelCase(toolResponse)
  return inBrackets(isRecord(response) ? `Result: ${JSON.stringify(response)}` : '')
}
