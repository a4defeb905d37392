import i18next from 'i18next'
import { OWN_GROUP_LABEL } from '#contract/groups.ts'

/** Names that options hold by default, in Chinese, as programs of this family know them, with their English. */
const ENGLISH: Partial<Record<string, string>> = {
  'ChatGPT Next Web 官方示例': 'ChatGPT Next Web (official demo)',
  'Lobe Chat 官方示例': 'Lobe Chat (official demo)',
  'AMA 问天': 'AMA',
  默认分组: 'Default group',
  vip分组: 'VIP group',
  [OWN_GROUP_LABEL]: 'User group',
}

/** Returns a stored name in the reader's language if it is a default; names of the operator stay. */
export const shownName = (name: string, language = i18next.language): string =>
  (language === 'en' && ENGLISH[name]) || name

/** Returns a group for a choice: its name and its description, if any. */
export const groupLabel = (group: string, description: string | undefined): string =>
  description ? `${group} · ${shownName(description)}` : group
