import type { Channel } from '#contract/api/channels.ts'
import { changedEntries } from '#web/lib/changed-entries.ts'
import { tidyBaseUrl } from './base-url.ts'
import type { ChannelFormOutput } from './form-schema.ts'
import { typeOf } from './form-values.ts'
import { readSettings, writeSettings } from './settings-text.ts'

/**
 * Returns the fields that the form changed. Other fields are omitted, so that concurrent changes by others
 * survive. On the wire an empty `other` means unchanged, and a blank means emptied.
 */
export function changesOf(former: Channel, edited: ChannelFormOutput): Partial<ChannelFormOutput> {
  const { type, base_url, settings } = former
  // Compares with the values as an untouched form would write them, so that normalisation alone is no change.
  const tidied = {
    base_url: tidyBaseUrl(typeOf(type).fields.base_url, base_url),
    settings: writeSettings(readSettings(settings), settings),
  }
  const changed = changedEntries({ ...former, ...tidied }, edited)
  return changed.other === '' ? { ...changed, other: ' ' } : changed
}
