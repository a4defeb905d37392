import type { Fields } from '../../body/scan-fields.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Quote } from '../../prices/prices.ts'
import { speechTokens } from '../../upstream/answers/media-reader.ts'
import { imageNote, imageQuote, imageWish } from './image-params.ts'
import { type RequestFacts, readField } from './read-call.ts'

/** What a call is priced by. */
export interface Measure {
  quote: Quote
  inputTokens: number
  /** What the log row says of it besides; "" = nothing. */
  note: string
  /** The price of fewer pictures than are wanted, where each has its own; undefined = the price does not depend on them. */
  ofPictures: ((count: number) => Pick<Measure, 'quote' | 'inputTokens'>) | undefined
}

/** What calls are priced by that are not paid by their texts alone. Throws the Failure of a wish that makes no sense. */
export function measure(facts: RequestFacts, { operation }: RelayEndpoint, quote: Quote): Measure {
  const { body, fields, model, inputTokens } = facts
  if (operation === 'images') {
    const wish = imageWish(body, fields)
    if (quote.price.modelPrice === null) return { quote, inputTokens, note: '', ofPictures: undefined }
    const ofPictures = (pictures: number) => {
      const count = Math.min(pictures, wish.count)
      return { quote: imageQuote(quote, model, { ...wish, count }), inputTokens: count }
    }
    return { ...ofPictures(wish.count), note: imageNote(wish), ofPictures }
  }
  const isSpeech = operation === 'speech'
  const tokens = isSpeech ? speechTokens(model, spoken(body, fields)) : inputTokens
  return { quote, inputTokens: tokens, note: '', ofPictures: undefined }
}

function spoken(body: Buffer, fields: Fields): string {
  const input = readField(body, fields, 'input')
  if (typeof input !== 'string' || input === '') throw new Failure('speech_text_required')
  return input
}
