import type { Context } from 'hono'
import type { Desk } from './desk.ts'

/**
 * The page on which somebody is asked whether we may know them: the account that is typed in is theirs. The codes look
 * like numbers, as some providers' do, so that nobody on the way may take them for such.
 */
export function consentPage(desk: Desk) {
  return (c: Context): Response => {
    const { account = '', answer, ...query } = c.req.query()
    if (answer === undefined) return c.html(question(query))
    const back = new URL(query.redirect_uri ?? '')
    const given =
      answer === 'allow'
        ? desk.consent(c.req.url, { id: Bun.hash.crc32(account), login: account, name: account }, `${Date.now()}e5`)
        : { error: 'access_denied', error_description: 'You said no', state: query.state ?? '' }
    for (const [name, value] of Object.entries(given)) back.searchParams.set(name, value)
    return c.redirect(back.href)
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function question(query: Record<string, string>): string {
  const kept = Object.entries(query).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<!doctype html><link rel="icon" href="data:,"><title>Consent</title><form>${kept.join('')}
    <label>Account <input name="account"></label>
    <button name="answer" value="allow">Allow</button> <button name="answer" value="refuse">Refuse</button></form>`
}
