import type { Api } from '../console.ts'

const SETTINGS_MS = 1000
const LOG_MS = 500

/** Changes settings, prices and a channel over and over, until a time (milliseconds since the epoch). Returns how often. */
export async function changeSettings(end: number, api: Api, ratiosOf: (round: number) => Record<string, number>) {
  const [channel] = await api<{ id: number }[]>('GET', '/api/channel/?p=0&page_size=10')
  let changes = 0
  for (; Date.now() < end; changes++) {
    await api('PUT', '/api/option/', { key: 'ModelRatio', value: JSON.stringify(ratiosOf(changes)) })
    await api('PUT', '/api/option/', { key: 'RetryTimes', value: String(1 + (changes % 3)) })
    if (channel) await api('PUT', '/api/channel/', { id: channel.id, priority: changes % 5 })
    await Bun.sleep(SETTINGS_MS)
  }
  return changes
}

/** Reads the log as its page does, over and over, until a time. Returns how often. */
export async function readLog(end: number, api: Api): Promise<number> {
  let pages = 0
  for (; Date.now() < end; pages++) {
    await api('GET', `/api/log/?p=${pages % 50}&page_size=20`)
    await api('GET', '/api/log/stat?type=2')
    await api('GET', `/api/log/?p=0&page_size=20&model_name=${encodeURIComponent('%soak%')}`)
    await Bun.sleep(LOG_MS)
  }
  return pages
}
