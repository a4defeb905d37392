/** A caller of the console's interface, logged in; returns `data` of the answer. Throws with the message of a refusal. */
export type Api = <Data = unknown>(method: string, path: string, body?: object) => Promise<Data>

/** Logs in as root at a server that was just started. */
export const logInAsRoot = async (url: string): Promise<Api> => (await openSession(url)).api

/** As `logInAsRoot`; also returns the headers of the session. */
export async function openSession(url: string): Promise<{ api: Api; headers: Record<string, string> }> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const api: Api = async <Data>(method: string, path: string, body?: object) => {
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const cookie = reply.headers.get('set-cookie')
    if (cookie) headers.cookie = cookie.split(';')[0] ?? ''
    const { success, message, data } = (await reply.json()) as { success: boolean; message: string; data: Data }
    if (!success) throw new Error(`${method} ${path}: ${message}`)
    return data
  }
  const user = await api<{ id: number }>('POST', '/api/user/login', { username: 'root', password: '123456' })
  headers['New-Api-User'] = String(user.id)
  return { api, headers }
}
