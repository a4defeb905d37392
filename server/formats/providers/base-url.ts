import { channelType } from '#contract/channel-types/all.ts'
import type { Channel } from './channel.ts'

/** An API version at the end of a base URL, as vendors print it: calls add their own. */
const VERSION = /\/v\d+(?:alpha|beta)?\d*$/
export const endsWithVersion = (base: string) => VERSION.test(base) || COMPATIBLE.test(base)
/** Google's address for clients of OpenAI's format: https://ai.google.dev/gemini-api/docs/openai */
const COMPATIBLE = /\/v\d+(?:alpha|beta)?\d*\/openai$/

/**
 * Returns the base URL of a channel's upstream, for APIs whose paths begin with their version: the channel's own
 * URL, or else that of its type, without a trailing slash or version.
 */
export const baseUrlOf = ({ type, baseUrl }: Pick<Channel, 'type' | 'baseUrl'>) =>
  (baseUrl || channelType(type)?.baseUrl || '').replace(VERSION, '')

/** Removes from a path the beginning that the base URL already ends with. */
export function withoutOverlap(base: string, path: string): string {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (base.endsWith(path.slice(0, end))) return path.slice(end)
  }
  return path
}
