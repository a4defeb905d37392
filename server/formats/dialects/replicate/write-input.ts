import type { JsonObject } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { type ImageModel, imageModelOf } from './models.ts'

/** What Replicate takes inline: https://replicate.com/docs/topics/predictions/input-files */
const MAX_INLINE = 10_000_000
/** Values that ask for what a model does anyway. */
const DEFAULTS: Readonly<Record<string, unknown>> = { quality: /^(?:auto|standard)$/, background: /^auto$/ }
const SIZE = /^(\d{1,5})\s*[x*]\s*(\d{1,5})$/i
const RATIO = /^(\d{1,4}):(\d{1,4})$/
const LITERAL = /^(?:true|false|-?\d{1,15}(?:\.\d{1,15})?)$/

/**
 * Writes the input of a prediction for an image request in OpenAI's form. Fields that OpenAI does not define are
 * passed to the model. Throws BadRequest for what the model cannot do.
 */
export function writeInput(asked: JsonObject, model: string, isEdit: boolean): JsonObject {
  refuseForms(asked)
  const facts = imageModelOf(model)
  const { model: _m, n, size, response_format: _r, user: _u, stream: _s, moderation: _o, ...rest } = asked
  const { image, mask, ...texts } = rest
  const own = isEdit ? typed(texts) : rest
  return {
    ...withoutDefaults(own),
    ...countField(n, facts),
    ...sizeFields(size, own, facts),
    ...(isEdit ? pictureField(image, mask, facts) : {}),
  }
}

function refuseForms({ stream, response_format: format, partial_images: partial }: JsonObject): void {
  if (String(stream) === 'true' || (partial !== undefined && Number(partial) > 0))
    throw new BadRequest('stream', 'this upstream has whole pictures only')
  if (format !== undefined && format !== null && format !== 'url' && format !== 'b64_json')
    throw new BadRequest('response_format', 'must be url or b64_json')
}

/** The texts of a form, as the types that models declare. */
function typed(texts: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) =>
      name !== 'prompt' && typeof value === 'string' && LITERAL.test(value) ? [name, JSON.parse(value)] : [name, value],
    ),
  )
}

const withoutDefaults = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const usual = DEFAULTS[name]
      return name !== 'partial_images' && !(usual instanceof RegExp && typeof value === 'string' && usual.test(value))
    }),
  )

function countField(n: unknown, { count }: ImageModel): JsonObject {
  const number = n === undefined || n === null ? 1 : Number(n)
  if (number === 1) return {}
  if (!count) throw new BadRequest('n', 'this model makes one picture a call')
  return { [count]: number }
}

function sizeFields(size: unknown, own: JsonObject, { size: rule }: ImageModel): JsonObject {
  if (typeof size !== 'string' || size === '' || size === 'auto') return {}
  if (rule === 'same') return { size }
  if ('aspect_ratio' in own || 'width' in own || 'height' in own) return {}
  const sides = SIZE.exec(size)
  const [, width = 0, height = 0] = (sides ?? RATIO.exec(size) ?? []).map(Number)
  if (!(width > 0 && height > 0)) throw new BadRequest('size', 'must be two sides, such as 1024x1024')
  if (rule !== 'sides') return { aspect_ratio: nearest(width / height, rule) }
  return sides ? { width, height } : { aspect_ratio: size }
}

/** The ratio that differs least, by factor. */
function nearest(ratio: number, choices: readonly string[]): string | undefined {
  const distance = (choice: string) => {
    const [width = 1, height = 1] = choice.split(':').map(Number)
    return Math.abs(Math.log(ratio / (width / height)))
  }
  return choices.toSorted((one, other) => distance(one) - distance(other))[0]
}

function pictureField(image: unknown, mask: unknown, { picture }: ImageModel): JsonObject {
  const given = Array.isArray(image) ? image : [image]
  if (!picture) throw new BadRequest('image', 'this model takes no pictures here: name one that edits')
  if (mask !== undefined) throw new BadRequest('mask', 'this model takes no mask')
  if (given.length > 1 && !picture.isList) throw new BadRequest('image', 'this model takes one picture')
  if (given.reduce((size, one) => size + String(one).length, 0) > MAX_INLINE)
    throw new BadRequest('image', 'the pictures are larger than what this upstream takes: 7 MB in all')
  return { [picture.field]: picture.isList ? given : given[0] }
}
