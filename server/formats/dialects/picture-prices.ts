import type { JsonObject } from './conversation.ts'
import { objectOf, readTokenCount } from './json.ts'

/** What OpenAI bills for pictures. Pure. USD, as https://developers.openai.com/api/docs/pricing has them. */

/** What an answer, or else a request, tells of a picture. */
export interface PictureLook {
  quality?: string | undefined
  size?: string | undefined
}

/** Prices by quality: of a square of 1024 pixels, and of the two larger sizes. */
type Prices = Readonly<Record<string, readonly [square: number, oblong: number]>>

interface PictureModel {
  prices: Prices
  /** Per million tokens of text input, image input and image output. */
  text: number
  given: number
  drawn: number
}

/** By the beginning of the model's name; the first that fits counts. */
const MODELS: readonly [start: string, model: PictureModel][] = [
  [
    'gpt-image-1-mini',
    { prices: { low: [0.005, 0.006], medium: [0.011, 0.015], high: [0.036, 0.052] }, text: 2, given: 2.5, drawn: 8 },
  ],
  [
    'gpt-image-1.5',
    { prices: { low: [0.009, 0.013], medium: [0.034, 0.05], high: [0.133, 0.2] }, text: 5, given: 8, drawn: 32 },
  ],
  [
    'chatgpt-image',
    { prices: { low: [0.009, 0.013], medium: [0.034, 0.05], high: [0.133, 0.2] }, text: 5, given: 8, drawn: 32 },
  ],
  [
    'gpt-image-2',
    { prices: { low: [0.006, 0.005], medium: [0.053, 0.041], high: [0.211, 0.165] }, text: 5, given: 8, drawn: 30 },
  ],
]
/** Also stands for models that are not in the table. */
const GPT_IMAGE_1: PictureModel = {
  prices: { low: [0.011, 0.016], medium: [0.042, 0.063], high: [0.167, 0.25] },
  text: 5,
  given: 10,
  drawn: 40,
}
const SQUARE_PIXELS = 1024 * 1024
const LISTED_SIZES: readonly string[] = ['1024x1024', '1024x1536', '1536x1024']

const modelOf = (name: string): PictureModel => MODELS.find(([start]) => name.startsWith(start))?.[1] ?? GPT_IMAGE_1

/** Whether a model's pictures are priced by quality and tokens. */
export const isGptImage = (model: string): boolean => /^gpt-image|^chatgpt-image/.test(model)

/** The listed price of a picture; `otherwise` is the quality where none, or `auto`, is named. */
function listedPrice({ prices }: PictureModel, { quality = '', size = '' }: PictureLook, otherwise: string): number {
  const [square, oblong] = prices[quality] ?? prices[otherwise] ?? [0, 0]
  const [width, height] = size.split('x').map(Number)
  if (!width || !height || size === LISTED_SIZES[0]) return square
  if (LISTED_SIZES.includes(size)) return oblong
  return Math.max(square, (square * width * height) / SQUARE_PIXELS)
}

/** What tokens of a picture model cost: all that is given, and all that is drawn, unfinished pictures included. */
function priceOfTokens(model: PictureModel, usage: JsonObject): number {
  const { image_tokens, text_tokens } = objectOf(usage.input_tokens_details)
  const images = readTokenCount(image_tokens)
  const texts = readTokenCount(text_tokens) || Math.max(0, readTokenCount(usage.input_tokens) - images)
  const drawn = readTokenCount(usage.output_tokens)
  return drawn > 0 ? (texts * model.text + images * model.given + drawn * model.drawn) / 1_000_000 : 0
}

/** Listed prices are rounded: tokens that cost as much to a hundredth say the same. */
const ROUNDED = 0.01

/** Pictures of one answer. */
export interface DrawnPictures {
  /** What is known of each finished picture. */
  looks: readonly PictureLook[]
  /** The quality of pictures of which none is named. */
  otherwise: string
  /** The tokens of all pictures, as the vendor counts them. */
  usage?: unknown
}

/** USD of the pictures of an answer: the listed prices, or their tokens where those say something else. */
function priceOfPictures(name: string, { looks, otherwise, usage }: DrawnPictures): number {
  const model = modelOf(name)
  const listed = looks.reduce((sum, look) => sum + listedPrice(model, look, otherwise), 0)
  const counted = priceOfTokens(model, objectOf(usage))
  return counted > 0 && Math.abs(counted - listed) > listed * ROUNDED ? counted : listed
}

/** How many medium squares of a model's own pictures an answer costs. */
export const inMediumSquares = (model: string, drawn: DrawnPictures): number =>
  priceOfPictures(model, drawn) / listedPrice(modelOf(model), {}, 'medium')

/** USD of the picture to which the price of the tool refers: a medium square of gpt-image-1. */
const TOOL_UNIT = listedPrice(GPT_IMAGE_1, {}, 'medium')
/** An unfinished picture has 100 tokens: https://developers.openai.com/api/docs/guides/image-generation */
const UNFINISHED_TOKENS = 100

/** The pictures that the tool `image_generation` drew, in medium squares of gpt-image-1. `unfinished`: partial ones. */
export function drawnByTool(model: string, drawn: DrawnPictures, unfinished: number): number {
  const { looks } = drawn
  const partial = looks.length > 0 ? (unfinished * UNFINISHED_TOKENS * modelOf(model).drawn) / 1_000_000 : 0
  const counted = priceOfTokens(modelOf(model), objectOf(drawn.usage))
  const usd = priceOfPictures(model, drawn) + (counted > 0 ? 0 : partial)
  return Number((usd / TOOL_UNIT).toFixed(9))
}
