import { promptTokens, type Usage } from '#contract/prices/price.ts'
import { familyOf } from '../../../formats/estimates/families.ts'
import type { Pieces } from '../../../formats/estimates/text-counter.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'

/**
 * Learns how many tokens texts have from a call that ended well and whose upstream has reported its usage. Only text
 * of which all is known counts: an input or an answer with media, tools or reasoning is left out. The charge of the
 * call itself does not depend on it.
 */
export function learnRatios(
  { model, inputPieces }: Pick<Call, 'model' | 'inputPieces'>,
  upstreamModel: string,
  usage: Usage,
  said: Pieces | undefined,
  { services: { estimates } }: Pick<RelayDeps, 'services'>,
): void {
  // The texts of a call were estimated for the model that its caller has named.
  if (familyOf(model) !== familyOf(upstreamModel) || usage.tools) return
  if (inputPieces && usage.audioInput + usage.imageInput === 0) {
    estimates.learn(model, inputPieces, promptTokens(usage))
  }
  if (said && usage.reasoning + usage.audioOutput + usage.imageOutput === 0) {
    estimates.learn(model, said, usage.output)
  }
}
