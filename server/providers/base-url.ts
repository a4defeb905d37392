import { channelType } from '#contract/channel-types/all.ts'
import type { Channel } from '../registry/channels.ts'

/** A version of an interface at the end of an address, as vendors print it: calls name theirs themselves. */
const VERSION = /\/v\d+(?:alpha|beta)?\d*$/

/**
 * Where a channel's upstream is, for interfaces whose calls begin with their version: the channel's own address, else
 * that of its type; without a slash or a version at the end.
 */
export const baseOf = ({ type, baseUrl }: Pick<Channel, 'type' | 'baseUrl'>) =>
  (baseUrl || channelType(type)?.baseUrl || '').replace(VERSION, '')

/** The part of a path that an address does not end with already: it must not come twice. */
export function withoutOverlap(base: string, path: string): string {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (base.endsWith(path.slice(0, end))) return path.slice(end)
  }
  return path
}
