import type { Page } from '@playwright/test'
import type { Envelope } from '#contract/api/endpoint.ts'
import type { User } from '#contract/api/users.ts'

const ROOT_PASSWORD = '123456'

/** Who is logged in. */
export interface Session {
  user: User
  /** Name and value of the session cookie. */
  cookie: { name: string; value: string }
}

/** A logged-in user without a browser. */
export interface ConsoleClient extends Session {
  /** Calls the console's interface; answers `data` or throws the message. */
  send<T>(method: string, path: string, body?: unknown): Promise<T>
}

/** Adds an ordinary user and logs in as that one. */
export async function addUser(url: string, root: ConsoleClient, username: string): Promise<ConsoleClient> {
  const password = 'e2e-password'
  await root.send('POST', '/api/user', { username, password })
  return logIn(url, username, password)
}

/** Lets a page be that user's from its next visit on. */
export async function enterAs(page: Page, url: string, { user, cookie }: ConsoleClient): Promise<void> {
  // A document without the console, which would ask with the one user's session and the other's name.
  await page.goto('/api/status')
  await page.context().addCookies([{ ...cookie, url }])
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
}

export async function logIn(url: string, username = 'root', password = ROOT_PASSWORD): Promise<ConsoleClient> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
  })
  const { data: user } = (await response.json()) as Envelope<User>
  if (!user) throw new Error(`cannot log in as ${username}`)
  const [name = '', value = ''] = (response.headers.get('set-cookie')?.split(';')[0] ?? '').split('=')
  return clientOf(url, { user, cookie: { name, value } })
}

/** The user of a session that was begun before. */
export function clientOf(url: string, { user, cookie }: Session): ConsoleClient {
  const headers = { Cookie: `${cookie.name}=${cookie.value}`, 'New-Api-User': String(user.id) }
  return {
    user,
    cookie,
    async send<T>(method: string, path: string, body?: unknown) {
      const answer = await fetch(url + path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      })
      const envelope = (await answer.json()) as Envelope<T>
      if (!envelope.success) throw new Error(`${method} ${path}: ${envelope.message}`)
      return envelope.data as T
    },
  }
}

/** Lets root prove who that is, for actions that ask for it. */
export const prove = ({ send }: ConsoleClient) => send('POST', '/api/user/proof', { password: ROOT_PASSWORD })

/** Deletes the channels that a test made, found by a part of their names, so that other tests find what they expect. */
export async function removeChannels({ send }: ConsoleClient, keyword: string): Promise<void> {
  const query = new URLSearchParams({ keyword, page_size: '100' })
  const found = await send<{ id: number }[]>('GET', `/api/channel/search?${query}`)
  for (const { id } of found) await send('DELETE', `/api/channel/${id}`)
}

/** Changes options as root does on the settings pages, in order. */
export async function setOptions({ send }: ConsoleClient, values: Record<string, string | number | boolean>) {
  for (const [key, value] of Object.entries(values)) await send('PUT', '/api/option', { key, value: String(value) })
}
