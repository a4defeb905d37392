import type { JsonObject } from '../dialects/conversation.ts'
import { isObject, objectsIn, objectsOf, parsedObject, textOf } from '../dialects/json.ts'
import { checkCompletion } from '../dialects/openai/check-completion.ts'
import { joinCompletion, streamCompletion } from '../dialects/openai/completions.ts'
import { usageIn } from '../dialects/openai-usage.ts'
import { type ReadAnswer, textTokens } from './answer-reader.ts'
import { jsonIn } from './any-answer.ts'
import { shapeOf } from './body-shape.ts'
import type { Call } from './call.ts'
import { eventsIn } from './events-in.ts'

/** Reads a completion of a text in whatever shape it came, and writes it in the shape that the call wants. Throws as readers do. */
export function completionAnswer(
  body: Buffer,
  { stream, usageWanted }: Pick<Call, 'stream' | 'usageWanted'>,
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

function chunksIn(body: Buffer): JsonObject[] {
  if (shapeOf(body) === 'json') {
    const value = jsonIn(body.toString('utf8'))
    return isObject(value) ? [value] : objectsIn(value)
  }
  const chunks: JsonObject[] = []
  eventsIn(body, {
    read: (data) => {
      const chunk = parsedObject(data)
      if (chunk) chunks.push(chunk)
      return []
    },
  })
  return chunks
}
