import { fieldValue, type ScannedBody } from '../../../formats/body/scan-fields.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import { compress } from '../../stored-responses/compressed-text.ts'
import type { AnswerMemory } from '../../upstream/converted-call.ts'
import type { Call } from '../call/call.ts'
import { sealSummary } from '../read/sealed-summary.ts'

/**
 * Creates the memory of a call's answer. The input is compressed now: its bytes are dropped before the answer
 * arrives.
 */
export function createAnswerMemory(
  { id, user, token, endpoint }: Call,
  { bytes, fields }: ScannedBody,
  services: Pick<Platform, 'vault' | 'options'> & Pick<Calls, 'storedResponses'>,
): AnswerMemory {
  const owner = { user: user.id, token: token?.id ?? 0 }
  const span = fields.spans.get('input')
  const mayKeep = endpoint.format === 'responses' && services.options.values.StoreResponsesEnabled
  const isKept = mayKeep && span && fieldValue(bytes, fields, 'store') !== false
  const input = isKept ? compress(bytes.subarray(span.start, span.end)) : undefined
  return {
    keep:
      input &&
      ((items, response) =>
        services.storedResponses.add({
          id,
          owner,
          input,
          output: compress(JSON.stringify(items)),
          response: compress(JSON.stringify({ ...response, output: undefined })),
        })),
    seal: (summary) => sealSummary(summary, user.id, services.vault),
  }
}
