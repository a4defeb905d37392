import { ratesOf } from '#contract/prices/price.ts'
import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { objectOf, readTokenCount } from '../../../formats/dialects/json.ts'
import { inMediumSquares, isGptImage, pictureFactor } from '../../../formats/dialects/picture-prices.ts'
import type { Quote } from '../../../money/prices/quote.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { AnsweredPictures } from '../../upstream/answers/answer-reader.ts'
import { COUNT_FIELDS, countPictures, formText, SERIES, SERIES_OPTIONS, SIZE_FIELDS } from './picture-form.ts'
import { readField } from './read-call.ts'

/** The parameters of an image request on which the price depends. */
export interface ImageParams {
  count: number
  size: string
  quality: string
  /** Pictures that are given, masks included. */
  given: number
  /** Whether details of the given pictures are to be kept, which costs more. */
  faithful: boolean
  /** Unfinished pictures that are streamed. */
  unfinished: number
}

/**
 * The maximum number of images per call: https://platform.openai.com/docs/api-reference/images/create allows 10.
 */
const MAX_IMAGES = 100

/**
 * Vendors have values of their own (`1024*1024`, `16:9`, `auto`, `2K`), but all are short printable ASCII: they are
 * written to the log.
 */
const WORD = /^[\x20-\x7e]{0,40}$/

/** What is streamed at most: https://platform.openai.com/docs/api-reference/images/create */
const MAX_UNFINISHED = 3

/** `isForm`: all fields are texts. Throws body_invalid, image_count_invalid or image_look_invalid. */
export function readImageParams({ bytes, fields }: ScannedBody, isForm = false): ImageParams {
  const read = (name: string) =>
    (isForm ? formText({ bytes, fields }, name) : readField(bytes, fields, name)) ?? undefined
  const readNumber = (name: string) => {
    const value = read(name)
    return isForm && typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  }
  const [quality, fidelity] = ['quality', 'input_fidelity'].map(read)
  const counts = COUNT_FIELDS.map(readNumber).filter((value) => value !== undefined)
  const unfinished = readNumber('partial_images')
  if (!counts.every(isCount)) throw new ApiError('image_count_invalid', { max: MAX_IMAGES })
  return {
    count: Math.max(1, longestSeries(read), ...counts),
    size: readSize(read),
    quality: readWord('quality', quality) ?? 'standard',
    given: isForm ? countPictures(fields) : 0,
    faithful: readWord('input_fidelity', fidelity) === 'high',
    unfinished: typeof unfinished === 'number' && unfinished > 0 ? Math.min(unfinished, MAX_UNFINISHED) : 0,
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_IMAGES

type ReadValue = (name: string) => unknown

const LONGEST_SERIES = 15

/** The most pictures of a wanted series. */
function longestSeries(read: ReadValue): number {
  if (read(SERIES) !== 'auto') return 1
  const { max_images } = objectOf(read(SERIES_OPTIONS))
  return Math.min(readTokenCount(max_images) || LONGEST_SERIES, MAX_IMAGES)
}

function readSize(read: ReadValue): string {
  const [size, imageSize, resolution] = SIZE_FIELDS.slice(0, 3).map((name) => readWord(name, read(name)))
  const [width, height] = [read('width'), read('height')]
  const sides = width === undefined || height === undefined ? undefined : `${width}x${height}`
  return size ?? imageSize ?? readWord('width', sides) ?? resolution ?? '1024x1024'
}

function readWord(field: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !WORD.test(value)) throw new ApiError('image_look_invalid', { field })
  return value
}

/**
 * Returns what an answer drew, as far as it names it, and what was asked for otherwise. A call pays for no more
 * pictures than it asked for.
 */
export function drawnParams(asked: ImageParams, { count, quality, size, usage }: AnsweredPictures): DrawnParams {
  return {
    ...asked,
    count: Math.min(count, asked.count),
    quality: quality && WORD.test(quality) ? quality : asked.quality,
    size: size && WORD.test(size) ? size : asked.size,
    ...(count <= asked.count && { usage }),
  }
}

type DrawnParams = ImageParams & { usage?: unknown }

/**
 * Multiplies a price per call, which is that of one image, by all images. A price by tokens stays unchanged. Listed
 * prices of gpt-image are those of medium quality: https://platform.openai.com/docs/pricing
 */
export function imageQuote(quote: Quote, model: string, params: DrawnParams): Quote {
  const { modelPrice } = quote.price
  if (modelPrice === null) return quote
  const factor = isGptImage(model) ? gptImageFactor(model, params) : params.count * pictureFactor(model, params)
  // Rates are exact to nine digits.
  const price = { ...quote.price, modelPrice: Number((modelPrice * factor).toFixed(9)) }
  return { ...quote, price, rates: ratesOf(price), images: factor, note: imageNote(params) }
}

/** The vendor's tokens count all that is given and all that is unfinished, too. */
function gptImageFactor(model: string, params: DrawnParams): number {
  const { count, quality, size, usage } = params
  const looks = Array.from({ length: count }, () => ({ quality, size }))
  const drawn = inMediumSquares(model, { looks, otherwise: 'medium', usage })
  return hasDrawnTokens(usage) ? drawn : drawn + shownFactor(model, params)
}

const hasDrawnTokens = (usage: unknown) => readTokenCount(objectOf(usage).output_tokens) > 0

/** Models that keep the details of given pictures only if asked to; later ones always do. */
const KEEPS_ON_DEMAND = /^gpt-image-1(?:\.5|-mini)?(?:-\d{4}-\d{2}-\d{2})?$|^chatgpt-image-latest$/
/** Of the price of a picture: one that is given, one whose details are kept, and an unfinished one. */
const GIVEN = 0.05
const FAITHFUL = 1.5
const UNFINISHED = 0.1

/** What a call costs once beside its pictures: those that are given count as input, unfinished ones as output. */
function shownFactor(model: string, { given, faithful, unfinished }: ImageParams): number {
  const each = faithful || !KEEPS_ON_DEMAND.test(model) ? FAITHFUL : GIVEN
  return given * each + unfinished * UNFINISHED
}

/** Returns the text of the log row, in the wording that consoles of this family expect. */
export const imageNote = ({ size, quality }: ImageParams) => `，大小 ${size}, 品质 ${quality}`
