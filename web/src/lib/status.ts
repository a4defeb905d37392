import { queryOptions, useQuery } from '@tanstack/react-query'
import { getStatus, type Status } from '#contract/api/site.ts'
import { QUOTA_PER_USD } from '#contract/quota.ts'
import { call } from './api.ts'
import { getStored, setStored } from './storage.ts'

/** Defaults until the server's status is known. */
const UNKNOWN: Pick<Status, 'system_name' | 'quota_per_unit' | 'display_in_currency'> & Partial<Status> = {
  system_name: 'Switchyard',
  quota_per_unit: QUOTA_PER_USD,
  display_in_currency: true,
}

/** Public server status: injected into the page, else the last known one, refreshed by a call. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const status = await call(getStatus, {}, signal)
    keepStatus(status)
    return status
  },
  staleTime: 5 * 60_000,
  initialData: () => injected() ?? getStored('status') ?? undefined,
  initialDataUpdatedAt: () => (injected() ? Date.now() : 0),
})

/** The public server status; never undefined. */
export function useStatus() {
  return useQuery(statusQuery).data ?? UNKNOWN
}

/** Stores the injected status for visits when the server is unreachable. */
export function keepInjectedStatus() {
  const status = injected()
  if (status) keepStatus(status)
}

const injected = () => injectedJson<Status>('status')

/** Reads JSON that the server injected into the page; null = none. */
export function injectedJson<T>(id: 'status' | 'notice'): T | null {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as T) : null
}

/** Status fields that are also stored one by one, for other consoles of this family (product brief). */
const KEPT_ALONE = [
  'chats',
  'chat_link',
  'chat_link2',
  'default_collapse_sidebar',
  'enable_data_export',
  'enable_drawing',
  'enable_task',
  'mj_notify_enabled',
  'footer_html',
] as const

function keepStatus(status: Status) {
  try {
    setStored('status', status)
    for (const key of KEPT_ALONE) {
      const value = status[key]
      if (value === '') localStorage.removeItem(key)
      else localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
    }
  } catch {
    // Ignored: full storage must not stop the console.
  }
}
