import type { JsonObject } from '../conversation.ts'
import { isObject, objectOf, textOf } from '../json.ts'
import { bracketed, headed, lines } from '../tool-texts.ts'
import { inCamelCase } from './in-camel-case.ts'

/**
 * What Google's own tools did, as texts for models of other vendors: https://ai.google.dev/api/caching#Part. Returns
 * "" for a part that says nothing; undefined = the part is no such.
 */
export function vendorPartText(part: JsonObject): string | undefined {
  const { executableCode, codeExecutionResult, toolCall, toolResponse } = part
  if (isObject(executableCode)) return bracketed(lines(...headed('Code that was run:', textOf(executableCode.code))))
  if (isObject(codeExecutionResult)) {
    const { outcome, output } = codeExecutionResult
    const isOk = outcome === undefined || outcome === 'OUTCOME_OK' || outcome === 1
    return bracketed(lines(...headed(isOk ? 'Output:' : 'Errors:', textOf(output))))
  }
  if (isObject(toolCall)) {
    const { toolType, args } = inCamelCase(toolCall)
    return bracketed(`Call of ${textOf(toolType)}: ${JSON.stringify(objectOf(args))}`)
  }
  if (!isObject(toolResponse)) return undefined
  const { response } = inCamelCase(toolResponse)
  return bracketed(isObject(response) ? `Result: ${JSON.stringify(response)}` : '')
}
