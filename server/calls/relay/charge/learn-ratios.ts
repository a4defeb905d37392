import { promptTokens, type Usage } from '#contract/prices/price.ts'
import { familyOf } from '../../../formats/estimates/families.ts'
import type { AnswerContent } from '../../upstream/answers/answer-reader.ts'
import type { Call } from '../call/call.ts'
import type { RelayDeps } from '../deps/deps.ts'

/**
 * Learns how many tokens texts have from a call that ended well and whose upstream has reported its usage.
 * Only text of which all is known counts: an input or an answer with media, tools or reasoning is left out. The charge
 * of the call itself does not depend on it.
 */
export function learnRatios(
  { model, input }: Pick<Call, 'model' | 'input'>,
  upstreamModel: string,
  usage: Usage,
  answer: Pick<AnswerContent, 'said'>,
  { services: { estimates } }: Pick<RelayDeps, 'services'>,
): void {
  // The texts of a call were estimated for the model that its caller has named.
  if (familyOf(model) !== familyOf(upstreamModel) || usage.tools) return
  if (input.pieces && usage.audioInput + usage.imageInput === 0) {
    estimates.learn(model, input.pieces, promptTokens(usage))
  }
  const isPlain = usage.reasoning + usage.audioOutput + usage.imageOutput === 0
  const said = isPlain ? answer.said : undefined
  if (said) estimates.learn(model, said, usage.output)
}
