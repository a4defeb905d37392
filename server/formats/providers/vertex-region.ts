import { parseObject } from '../dialects/json.ts'
import type { Channel } from './channel.ts'

const DEFAULT_REGION = 'us-central1'

/** The region becomes part of a host name. */
const REGION = /^[a-z][a-z0-9-]*$/

/**
 * Returns the region of a model. The field `other` is a region, or a JSON object of regions with a `default`, by
 * the model names of callers or of the upstream.
 */
export function regionOf({ other, modelMapping }: Pick<Channel, 'other' | 'modelMapping'>, model: string): string {
  const text = other.trim()
  const regions = text.startsWith('{') ? (parseObject(text) ?? {}) : { default: text }
  const names = [model, ...Object.keys(modelMapping).filter((name) => modelMapping[name] === model)]
  const name = names.find((known) => Object.hasOwn(regions, known)) ?? 'default'
  const region = regions[name]
  return typeof region === 'string' && REGION.test(region) ? region : DEFAULT_REGION
}
