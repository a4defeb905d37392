import type { JsonObject } from './conversation.ts'
import { objectOf, readTokenCount } from './json.ts'

/** What vendors bill for pictures. Pure. OpenAI's in USD, as https://developers.openai.com/api/docs/pricing has them. */

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

/** How the price of a picture follows its look. A model's listed price is for one megapixel. */
interface PictureSale {
  models: RegExp
  source: string
  factor(look: PictureLook): number
}

const MEGAPIXEL = 1_000_000
const SIDES = /^(\d{1,5})\s*[x*×]\s*(\d{1,5})$/
/** Names of resolutions in megapixels. */
const NAMED_SIZES: Readonly<Record<string, number>> = { '1k': 1, '2k': 4, '3k': 9, '4k': 16 }

/** The megapixels of a size, rounded up; 1 where it names none. */
function megapixels({ size = '' }: PictureLook): number {
  const [, width, height] = SIDES.exec(size) ?? []
  const pixels = Number(width) * Number(height)
  return pixels > SQUARE_PIXELS ? Math.ceil(pixels / MEGAPIXEL) : (NAMED_SIZES[size.toLowerCase()] ?? 1)
}

const bySize =
  (factors: Readonly<Record<string, number>>) =>
  ({ size = '' }: PictureLook) =>
    (Object.hasOwn(factors, size.toLowerCase()) && factors[size.toLowerCase()]) || 1
/** Each further megapixel costs so much of the first. */
const byMegapixels = (further: number) => (look: PictureLook) => 1 + (megapixels(look) - 1) * further

const OPENAI = 'https://developers.openai.com/api/docs/pricing'
const FLUX = 'https://docs.bfl.ai/quick_start/pricing'
const XAI = 'https://docs.x.ai/developers/pricing'

/** The first line that fits counts. */
export const PICTURE_SALES: readonly PictureSale[] = [
  { models: /^dall-e-2/, source: OPENAI, factor: bySize({ '256x256': 0.8, '512x512': 0.9 }) },
  {
    models: /^dall-e-3/,
    source: OPENAI,
    factor: (look) => {
      const size = bySize({ '1024x1792': 2, '1792x1024': 2 })(look)
      return look.quality !== 'hd' ? size : size * (size > 1 ? 1.5 : 2)
    },
  },
  { models: /flux[.-]?2[-.]klein-?4b/i, source: FLUX, factor: byMegapixels(1 / 14) },
  { models: /flux[.-]?2[-.]klein/i, source: FLUX, factor: byMegapixels(2 / 15) },
  { models: /flux[.-]?2[-.]pro/i, source: FLUX, factor: byMegapixels(0.5) },
  { models: /flux[.-]?2[-.]max/i, source: FLUX, factor: byMegapixels(3 / 7) },
  { models: /flux[.-]?2/i, source: FLUX, factor: byMegapixels(1) },
  { models: /black-forest-labs\/FLUX\.1/, source: 'https://www.together.ai/pricing', factor: byMegapixels(1) },
  { models: /grok-imagine-image-quality/, source: XAI, factor: bySize({ '2k': 1.4 }) },
  {
    models: /nova-canvas/,
    source: 'https://aws.amazon.com/bedrock/pricing/',
    factor: (look) => 1 + (megapixels(look) > 1 ? 0.5 : 0) + (look.quality === 'premium' ? 0.5 : 0),
  },
  { models: /imagen|nano-banana/, source: 'https://ai.google.dev/gemini-api/docs/pricing', factor: () => 1 },
  { models: /grok/, source: XAI, factor: () => 1 },
  { models: /qwen-image|z-image|^wanx?\d/, source: 'https://help.aliyun.com/zh/model-studio/models', factor: () => 1 },
  { models: /seedream|seededit/, source: 'https://www.volcengine.com/docs/82379/1544106', factor: () => 1 },
  { models: /cogview|glm-image/, source: 'https://docs.bigmodel.cn/cn/guide/models/free', factor: () => 1 },
  { models: /^image-0/, source: 'https://platform.minimax.io/docs/guides/pricing-paygo', factor: () => 1 },
  { models: /flux|recraft|ideogram/i, source: 'https://replicate.com/pricing', factor: () => 1 },
]

/** This API family's factors, for models without a line (its contract §6.11). */
const familyFactor = bySize({ '256x256': 0.4, '512x512': 0.45, '1024x1792': 2, '1792x1024': 2 })

/** The price of a picture by its look, as a multiple of its model's listed price. For OpenAI's gpt-image: see above. */
export const pictureFactor = (model: string, look: PictureLook): number =>
  (PICTURE_SALES.find(({ models }) => models.test(model))?.factor ?? familyFactor)(look)
