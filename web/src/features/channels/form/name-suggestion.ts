import type { ChannelType } from '#contract/channel-types/channel-type.ts'
import type { Language } from '#web/lib/language.ts'

/** Returns a name for a channel: its type, and its host where that is not the type's default. */
export function suggestedName({ name, baseUrl }: ChannelType, baseUrlGiven: string, language: Language): string {
  const given = baseUrlGiven.trim()
  if (given === '' || given === baseUrl || !URL.canParse(given)) return name[language]
  const { host } = new URL(given)
  return host ? `${name[language]} · ${host}` : name[language]
}
