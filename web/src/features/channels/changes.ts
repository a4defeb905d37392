import type { Channel } from '#contract/api/channels.ts'
import { changedEntries } from '#web/lib/changes.ts'
import { tidyBaseUrl } from './base-url.ts'
import type { ChannelFormOutput } from './form-schema.ts'
import { typeOf } from './form-values.ts'
import { readSettings, writeSettings } from './settings-text.ts'

/**
 * What an edit sends: the fields that the person changed. The others stay, also where somebody else changed them. The
 * wire takes an empty `other` for one that stays, and a blank for one that is emptied.
 */
export function changesOf(former: Channel, edited: ChannelFormOutput): Partial<ChannelFormOutput> {
  const { type, base_url, settings } = former
  // As an untouched form writes them, so that tidying alone is no change.
  const tidied = {
    base_url: tidyBaseUrl(typeOf(type).fields.base_url, base_url),
    settings: writeSettings(readSettings(settings), settings),
  }
  const changed = changedEntries({ ...former, ...tidied }, edited)
  return changed.other === '' ? { ...changed, other: ' ' } : changed
}
