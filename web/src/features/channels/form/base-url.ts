import type { ChannelType } from '#contract/channel-types/channel-type.ts'

type BaseUrlRule = ChannelType['fields']['base_url']

/**
 * Normalises an address for storage: removes trailing slashes and, where the type adds paths that start with
 * `/v1`, a trailing `/v1`. A full URL keeps its path.
 */
export function tidyBaseUrl(rule: BaseUrlRule, address: string): string {
  const bare = address.trim().replace(/\/+$/, '')
  return rule === 'full-url' ? bare : bare.replace(/\/+v1$/, '')
}
