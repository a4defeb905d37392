import type { ChannelType } from '#contract/channel-types/channel-type.ts'

type BaseUrlRule = ChannelType['fields']['base_url']

/**
 * An address as it should be stored: without trailing slashes, and where paths are added to it without the `/v1` that
 * they start with. A full URL keeps its path.
 */
export function tidyBaseUrl(rule: BaseUrlRule, address: string): string {
  const bare = address.trim().replace(/\/+$/, '')
  return rule === 'full-url' ? bare : bare.replace(/\/+v1$/, '')
}
