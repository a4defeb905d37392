import { Failure } from '../http/failure.ts'
import type { Quote } from '../money/prices.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { imageNote, imageQuote, imageWish } from './image-wish.ts'
import { speechTokens } from './media-reader.ts'
import { type RequestFacts, readField } from './read-call.ts'
import type { Fields } from './scan-fields.ts'

/** What a call is priced by. */
export interface Measure {
  quote: Quote
  inputTokens: number
  /** What the log row says of it besides; "" = nothing. */
  note: string
}

/** What calls are priced by that are not paid by their texts alone. Throws the Failure of a wish that makes no sense. */
export function measure(facts: RequestFacts, { operation }: RelayEndpoint, quote: Quote): Measure {
  const { body, fields, model, inputTokens } = facts
  if (operation === 'images') {
    const wish = imageWish(body, fields)
    const isPerCall = quote.price.modelPrice !== null
    return {
      quote: imageQuote(quote, model, wish),
      inputTokens: isPerCall ? wish.count : inputTokens,
      note: isPerCall ? imageNote(wish) : '',
    }
  }
  const isSpeech = operation === 'speech'
  return { quote, inputTokens: isSpeech ? speechTokens(model, spoken(body, fields)) : inputTokens, note: '' }
}

function spoken(body: Buffer, fields: Fields): string {
  const input = readField(body, fields, 'input')
  if (typeof input !== 'string' || input === '') throw new Failure('speech_text_required')
  return input
}
