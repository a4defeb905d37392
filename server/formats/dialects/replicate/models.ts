/** What the input of an image model at Replicate calls the parts of a request of OpenAI's. */
export interface ImageModel {
  /** The field for given pictures; absent = it takes none. `isList`: it takes several. */
  picture?: { field: string; isList?: true }
  /** The field for the number of pictures; absent = one picture per call. */
  count?: string
  /** The size is sent as one of these ratios, as `width` and `height`, or as it is. */
  size: readonly string[] | 'sides' | 'same'
}

const RATIOS = ['1:1', '16:9', '9:16', '3:2', '2:3', '4:3', '3:4', '4:5', '5:4'] as const
const IMAGEN_RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4'] as const
const COUNT = 'num_outputs'

/** The input schemas at replicate.com/{model}/api/schema. */
const MODELS: Readonly<Record<string, ImageModel>> = {
  'black-forest-labs/flux-schnell': { count: COUNT, size: RATIOS },
  'black-forest-labs/flux-dev': { count: COUNT, size: RATIOS, picture: { field: 'image' } },
  'black-forest-labs/flux-1.1-pro': { size: RATIOS },
  'black-forest-labs/flux-1.1-pro-ultra': { size: RATIOS },
  'black-forest-labs/flux-kontext-pro': { size: RATIOS, picture: { field: 'input_image' } },
  'black-forest-labs/flux-kontext-max': { size: RATIOS, picture: { field: 'input_image' } },
  'google/imagen-4': { size: IMAGEN_RATIOS },
  'google/imagen-4-fast': { size: IMAGEN_RATIOS },
  'google/nano-banana': { size: RATIOS, picture: { field: 'image_input', isList: true } },
  'recraft-ai/recraft-v3': { size: 'same' },
}

/** Names that most models use that are published by others. */
const OTHER: ImageModel = { count: COUNT, size: 'sides' }

const listed = (name: string): ImageModel | undefined => MODELS[name.replace(/:.*$/, '')]
/** Returns how a model's input is written; a version in its name does not matter. */
export const imageModelOf = (name: string): ImageModel => listed(name) ?? OTHER
/** Whether a model is known to make pictures. */
export const isListedImageModel = (name: string): boolean => listed(name) !== undefined
