import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { isPictureOperation, type RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Quote } from '../../../money/prices/quote.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { AnsweredPictures } from '../../upstream/answers/answer-reader.ts'
import { type InputCount, knownCount } from '../../upstream/answers/input-count.ts'
import { speechTokens } from '../../upstream/answers/media-reader.ts'
import { drawnParams, imageNote, imageQuote, readImageParams } from './image-params.ts'
import { type RequestFacts, readField } from './read-call.ts'

/** The values by which a call is priced. */
export interface PricingInput {
  quote: Quote
  input: InputCount
  /** Additional text of the log row; "" = none. */
  note: string
  /**
   * Returns the price of the images that an answer has, where each has its own price; undefined = the price does not
   * depend on images.
   */
  quoteForImages: ((drawn: AnsweredPictures) => PictureQuote) | undefined
}

/** Operations whose price depends on other fields than their texts. */
export const PRICED_BY_FIELDS: ReadonlySet<RelayEndpoint['operation']> = new Set([
  ...(['images', 'imageEdits', 'imageVariations', 'speech'] as const),
])

/** The price of the images of an answer. */
export interface PictureQuote {
  quote: Quote
  inputTokens: number
}

/**
 * Determines the pricing input of calls that are not priced by their texts alone. Throws the ApiError for invalid
 * parameters.
 */
export function pricingInput(facts: RequestFacts, { operation, form }: RelayEndpoint, quote: Quote): PricingInput {
  const { body, model, input } = facts
  if (isPictureOperation(operation)) {
    const params = readImageParams(body, form)
    if (quote.price.modelPrice === null) return { quote, input, note: '', quoteForImages: undefined }
    const quoteForImages = (drawn: AnsweredPictures) => {
      const answered = drawnParams(params, drawn)
      return { quote: imageQuote(quote, model, answered), inputTokens: answered.count }
    }
    const { quote: asked, inputTokens } = quoteForImages({ count: params.count })
    return { quote: asked, input: knownCount(inputTokens), note: imageNote(params), quoteForImages }
  }
  const spoken = operation === 'speech' ? knownCount(speechTokens(model, readSpeechText(body))) : input
  return { quote, input: spoken, note: '', quoteForImages: undefined }
}

function readSpeechText({ bytes, fields }: ScannedBody): string {
  const input = readField(bytes, fields, 'input')
  if (typeof input !== 'string' || input === '') throw new ApiError('speech_text_required')
  return input
}
