import type { Language } from '#contract/errors.ts'
import type { AlertItem } from '../../people/notices/tell-user.ts'
import type { Message, MessageItem } from './sinks/sink.ts'

const MAX_ITEMS = 20

/** What a message says of the site that sends it. */
export interface Sender {
  site: string
  /** The page of alerts. */
  link: string
}

/**
 * Joins changes that wait together: of an alert that has ended meanwhile only its end is told. Open ones come first.
 */
export function joinItems(groups: readonly (readonly AlertItem[])[]): AlertItem[] {
  const last = new Map<number, AlertItem>()
  const all = groups.flat()
  for (const item of all) last.set(item.alert, item)
  // What belongs to no alert happens and is over.
  const kept = all.filter((item) => item.alert === 0 || last.get(item.alert) === item)
  return kept.sort((one, other) => Number(one.state !== 'open') - Number(other.state !== 'open'))
}

/** Writes a message in a language. */
export function messageOf(
  id: string,
  items: readonly AlertItem[],
  language: Language,
  { site, link }: Sender,
): Message {
  const written = items.map((item): MessageItem => {
    const { alert, state, kind, subject, name, value, since, until } = item
    const texts = { title: item.title[language], text: item.text[language] }
    return { id: alert, state, kind, subject, name, ...texts, value, since, until }
  })
  return {
    ...{ id, site, language, link },
    title: written.length === 1 && written[0] ? written[0].title : groupTitle(items, language),
    items: written.slice(0, MAX_ITEMS),
    more: Math.max(0, written.length - MAX_ITEMS),
    urgent: items.some(({ urgent }) => urgent),
  }
}

function groupTitle(items: readonly AlertItem[], language: Language): string {
  const open = items.filter(({ state }) => state === 'open').length
  const resolved = items.length - open
  const zh = [open > 0 && `${open} 条告警`, resolved > 0 && `${resolved} 条已恢复`]
  const en = [open > 0 && `${open} ${open === 1 ? 'alert' : 'alerts'}`, resolved > 0 && `${resolved} resolved`]
  return (language === 'zh' ? zh : en).filter(Boolean).join(language === 'zh' ? '，' : ', ')
}

/** The message of a test. */
export function testMessage(language: Language, { site, link }: Sender, now: number): Message {
  const title = language === 'zh' ? '测试告警' : 'Test alert'
  const text =
    language === 'zh'
      ? `这是一条来自${site}的测试消息，通知方式工作正常。`
      : `This is a test message from ${site}. The destination works.`
  const item = { id: 0, state: 'resolved', kind: 'test', subject: 'test', name: '', title, text, value: 0 } as const
  const items = [{ ...item, since: now, until: now }]
  return { id: `test-${now}`, site, language, title, items, more: 0, link, urgent: false }
}
