import { ratesOf } from '#contract/price.ts'
import type { Fields } from '../../body/scan-fields.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Quote } from '../../prices/prices.ts'
import { readField } from './read-call.ts'

/** What a request for images asks for, as far as the price depends on it. */
export interface ImageWish {
  count: number
  size: string
  quality: string
}

/** The most images of one call: https://platform.openai.com/docs/api-reference/images/create allows 10. */
const MOST_IMAGES = 100

/** Vendors have words of their own (`1024*1024`, `16:9`, `auto`, `2K`), but all are short and plain: they enter the log. */
const WORD = /^[\x20-\x7e]{0,40}$/

/** Throws body_invalid, image_count_invalid or image_look_invalid. */
export function imageWish(body: Buffer, fields: Fields): ImageWish {
  const [n, size, quality] = ['n', 'size', 'quality'].map((name) => readField(body, fields, name) ?? undefined)
  const count = n ?? 1
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MOST_IMAGES) {
    throw new Failure('image_count_invalid', { max: MOST_IMAGES })
  }
  return {
    count,
    size: wordOf('size', size) ?? '1024x1024',
    quality: wordOf('quality', quality) ?? 'standard',
  }
}

function wordOf(field: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !WORD.test(value)) throw new Failure('image_look_invalid', { field })
  return value
}

/** This API family's factors on the price of a square picture of 1024 points (its contract §6.11). */
const SIZES: Record<string, number> = { '256x256': 0.4, '512x512': 0.45, '1024x1792': 2, '1792x1024': 2 }

/**
 * A price per call is that of one picture: here it becomes the price of all that are wanted. A price by tokens stays.
 * Listed prices of gpt-image are those of medium quality: https://platform.openai.com/docs/pricing
 */
export function imageQuote(quote: Quote, model: string, wish: ImageWish): Quote {
  const { modelPrice } = quote.price
  if (modelPrice === null) return quote
  const factor = wish.count * (/^gpt-image|^chatgpt-image/.test(model) ? gptFactor(wish) : dallEFactor(model, wish))
  // Nine digits are what rates are exact to.
  const price = { ...quote.price, modelPrice: Number((modelPrice * factor).toFixed(9)) }
  return { ...quote, price, rates: ratesOf(price) }
}

function dallEFactor(model: string, { size, quality }: ImageWish): number {
  const factor = SIZES[size] ?? 1
  if (quality !== 'hd' || model !== 'dall-e-3') return factor
  return factor * (factor > 1 ? 1.5 : 2)
}

const QUALITIES: Record<string, number> = { low: 0.26, high: 4 }

function gptFactor({ size, quality }: ImageWish): number {
  const [width, height] = size.split('x')
  return (QUALITIES[quality] ?? 1) * (height !== undefined && width !== height ? 1.5 : 1)
}

/** What the log row says of it, in the words that consoles of this family expect. */
export const imageNote = ({ size, quality }: ImageWish) => `，大小 ${size}, 品质 ${quality}`
