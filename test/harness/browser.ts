import type { Endpoint, Input } from '#contract/api/endpoint.ts'
import type { Answer, TestServer } from './server.ts'

/** A browser: it keeps the cookies that it gets and knows who is logged in. */
export interface Browser {
  call<E extends Endpoint>(endpoint: E, input: Input<E>, headers?: Record<string, string>): Promise<Answer<E>>
  cookies: Map<string, string>
}

/** Opens a browser without any cookies. */
export function openBrowser(server: TestServer): Browser {
  const cookies = new Map<string, string>()
  let userId = -1
  return {
    cookies,
    async call(endpoint, input, headers = {}) {
      const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const own = { ...(Cookie ? { Cookie } : {}), 'New-Api-User': String(userId) }
      const answer = await server.call(endpoint, input, { ...own, ...headers })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) cookies.set(name, value)
        else cookies.delete(name)
        // As the console does after a login.
        if (name === 'session') userId = value ? Number((answer.data as { id?: number })?.id ?? userId) : -1
      }
      return answer
    },
  }
}
