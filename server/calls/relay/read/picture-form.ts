import type { Fields, ScannedBody } from '../../../formats/body/scan-fields.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'

/** What vendors call the number of pictures: SiliconFlow, Together, Replicate, Google. */
export const COUNT_FIELDS = ['n', 'batch_size', 'num_images', 'num_outputs', 'number_of_images', 'sample_count']
/** Fields of a picture's size other than `size`, at Together and xAI. */
export const SIZE_FIELDS = ['size', 'image_size', 'resolution', 'width', 'height']
/** Seedream draws a series whose length it chooses: https://www.volcengine.com/docs/82379/1541523 */
export const SERIES = 'sequential_image_generation'
export const SERIES_OPTIONS = 'sequential_image_generation_options'
/** Fields of the number and size of pictures. */
export const PICTURE_FIELDS = [...COUNT_FIELDS, ...SIZE_FIELDS, SERIES, SERIES_OPTIONS]

/** Fields that decide where a form with pictures goes and what it costs. */
const DECISIVE = ['model', 'prompt', 'quality', 'input_fidelity', 'partial_images', 'stream', ...PICTURE_FIELDS]
/** Names under which clients send one picture, or several. */
const PICTURE = /^(?:image(?:\[\d*\])?|mask)$/
const BYTES_PER_TOKEN = 4
/** Tokens of a picture that is given, and of one whose details are to be kept: platform.openai.com/docs/guides/image-generation. */
const PICTURE_TOKENS = 1000
const FAITHFUL_PICTURE_TOKENS = 7000

/**
 * Refuses a form whose decisive fields other parsers could read differently: one takes the first of two fields, another
 * the last, and some do not care for the case of letters. Throws body_invalid.
 */
export function refuseAmbiguousForm({ spans, repeated }: Fields): void {
  const twice = repeated.find(({ name }) => DECISIVE.includes(name))
  const similar = [...spans.keys()].find((name) => !DECISIVE.includes(name) && DECISIVE.includes(plainName(name)))
  const name = twice?.name ?? similar
  if (name)
    throw new ApiError('body_invalid', { detail: `the form names ${plainName(name)} twice, or in other letters` })
}

const plainName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\[\d*\]$/, '')
    .trim()

/** The pictures of a form, masks included. */
export function countPictures({ spans, repeated }: Fields): number {
  const names = [...spans.keys(), ...repeated.map(({ name }) => name)]
  return names.filter((name) => PICTURE.test(name)).length
}

/** Whether a form has a picture other than a mask. */
export const hasPicture = ({ spans }: Fields): boolean =>
  [...spans.keys()].some((name) => name !== 'mask' && PICTURE.test(name))

/** The tokens of prompt and pictures, for the hold of a model that is paid by tokens. */
export function estimatePictureForm({ bytes, fields }: ScannedBody): number {
  const prompt = fields.spans.get('prompt')
  const faithful = formText({ bytes, fields }, 'input_fidelity') === 'high'
  const text = prompt ? Math.ceil((prompt.end - prompt.start) / BYTES_PER_TOKEN) : 0
  return text + countPictures(fields) * (faithful ? FAITHFUL_PICTURE_TOKENS : PICTURE_TOKENS)
}

/** The text of a field; undefined = there is none. */
export function formText({ bytes, fields }: ScannedBody, name: string): string | undefined {
  const span = fields.spans.get(name)
  return span && bytes.toString('utf8', span.start, span.end)
}
