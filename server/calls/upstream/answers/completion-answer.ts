import { objectsOf, textOf } from '../../../formats/dialects/json.ts'
import { checkCompletion } from '../../../formats/dialects/openai/check-completion.ts'
import { joinCompletion, streamCompletion } from '../../../formats/dialects/openai/completions.ts'
import { findUsage } from '../../../formats/dialects/openai-usage.ts'
import type { ConvertedCall } from '../converted-call.ts'
import type { WholeAnswer } from './answer-reader.ts'
import { estimateTokens } from './estimate.ts'
import { readChunks } from './read-any-answer.ts'

/**
 * Reads a text completion of any shape, and writes it in the shape that the call requested. Throws as readers do.
 */
export function readCompletionAnswer(
  body: Buffer,
  { stream, usageWanted, ratios }: Pick<ConvertedCall, 'stream' | 'usageWanted' | 'ratios'>,
): WholeAnswer {
  const answer = joinCompletion(readChunks(body))
  checkCompletion(answer)
  const text = stream ? streamCompletion(answer, usageWanted) : JSON.stringify(answer)
  const said = objectsOf(answer.choices).map((choice) => textOf(choice.text))
  return {
    body: Buffer.from(text),
    contentType: stream ? 'text/event-stream; charset=utf-8' : 'application/json',
    usage: findUsage(answer),
    outputTokens: estimateTokens(said.join(''), ratios),
  }
}
