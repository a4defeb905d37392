import { objectsOf, textOf } from '../../dialects/json.ts'
import { checkCompletion } from '../../dialects/openai/check-completion.ts'
import { joinCompletion, streamCompletion } from '../../dialects/openai/completions.ts'
import { usageIn } from '../../dialects/openai-usage.ts'
import type { ConvertedCall } from '../converted-call.ts'
import { type ReadAnswer, textTokens } from './answer-reader.ts'
import { chunksIn } from './read-any-answer.ts'

/** Reads a completion of a text in whatever shape it came, and writes it in the shape that the call wants. Throws as readers do. */
export function completionAnswer(
  body: Buffer,
  { stream, usageWanted }: Pick<ConvertedCall, 'stream' | 'usageWanted'>,
): ReadAnswer {
  const answer = joinCompletion(chunksIn(body))
  checkCompletion(answer)
  const text = stream ? streamCompletion(answer, usageWanted) : JSON.stringify(answer)
  const said = objectsOf(answer.choices).map((choice) => textOf(choice.text))
  return {
    body: Buffer.from(text),
    contentType: stream ? 'text/event-stream; charset=utf-8' : 'application/json',
    reported: usageIn(answer),
    outputTokens: textTokens(said.join('')),
  }
}
