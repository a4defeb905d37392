import type { Incident, ModelStatus } from '#contract/api/traffic.ts'
import { percentText, totalOf } from '#contract/days.ts'
import type { Language } from '#contract/errors.ts'
import type { Calls } from '../../calls/calls.ts'
import { readIncidents, readModelStates } from '../../insight/statistics/traffic/status-reader.ts'
import type { Platform } from '../../platform/platform.ts'
import { heading, paragraph, table } from './html.ts'

const WORDS = {
  zh: {
    title: '服务状态',
    heads: ['模型', '当前状态', '近 90 天成功率'],
    states: { up: '正常', slow: '缓慢', down: '不可用', quiet: '近期无调用' },
    incidents: '事件',
    since: '开始于',
    ended: '结束于',
    goesOn: '进行中',
    none: '近 90 天没有事件。',
    off: '状态页未公开。',
    uptime: (share: string, calls: string) => `近 90 天：${calls} 次调用，成功率 ${share}。`,
  },
  en: {
    title: 'Status',
    heads: ['Model', 'Now', 'Served in 90 days'],
    states: { up: 'up', slow: 'slow', down: 'down', quiet: 'no calls lately' },
    incidents: 'Incidents',
    since: 'since',
    ended: 'until',
    goesOn: 'goes on',
    none: 'No incidents in the last 90 days.',
    off: 'The status page is not public.',
    uptime: (share: string, calls: string) => `The last 90 days: ${share} of ${calls} calls were served.`,
  },
}

/** The state of every model and the incidents, as HTML. Rejects where the database does not answer. */
export async function statusText(services: Platform & Calls, language: Language): Promise<string> {
  const words = WORDS[language]
  const title = heading(1, words.title)
  if (!services.options.values.StatusPageEnabled) return title + paragraph(words.off)
  const [models, incidents] = await Promise.all([readModelStates(services), readIncidents(services)])
  const lines = models.map(({ model_name, state, days }) => {
    const { share } = totalOf(days)
    return [Bun.escapeHTML(model_name), words.states[state], share === undefined ? '' : percentText(share)]
  })
  const told = incidents.map((incident) => incidentText(incident, words)).join('')
  return title + table(words.heads, lines) + heading(2, words.incidents) + (told || paragraph(words.none))
}

/** How many calls were served in 90 days, in a sentence; nothing where there were none. */
export async function uptimeText(services: Platform & Calls, language: Language): Promise<string> {
  if (!services.options.values.StatusPageEnabled) return ''
  const { share, calls } = totalOf((await readModelStates(services)).flatMap(({ days }: ModelStatus) => days))
  return share === undefined ? '' : paragraph(WORDS[language].uptime(percentText(share), calls.toLocaleString('en-US')))
}

function incidentText({ title, body, models, created_at, resolved_at }: Incident, words: (typeof WORDS)[Language]) {
  const end = resolved_at === 0 ? words.goesOn : `${words.ended} ${timeText(resolved_at)}`
  const facts = [`${words.since} ${timeText(created_at)}`, end, models.join(', ')].filter(Boolean).join(' · ')
  return heading(3, title) + paragraph(facts) + paragraph(body)
}

const timeText = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
