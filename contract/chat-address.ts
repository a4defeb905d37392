/** Schemes of chat clients that a link may start. */
const APP_SCHEMES: readonly string[] = ['ama:', 'opencat:', 'cherrystudio:']

/** Whether a URL leads to a chat client's site, or starts a known client. No script and no file is behind either. */
export function isChatAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:', ...APP_SCHEMES].includes(new URL(url).protocol)
}

/** Whether a URL starts a chat client on the user's device. */
export const startsApp = (url: string): boolean => APP_SCHEMES.includes(new URL(url).protocol)

/** Fills in the link of a chat client: `{key}` with the whole token, `{address}` with this server's URL. */
export function fillChatLink(template: string, key: string, serverAddress: string): string {
  return template
    .trim()
    .replaceAll('{key}', () => key)
    .replaceAll('{address}', () => encodeURIComponent(serverAddress))
}

/** Whether a template makes an address that a chat client can be reached by, whatever is filled in. */
export const isChatLink = (template: string): boolean => isChatAddress(fillChatLink(template, 'sk-x', 'https://a.test'))
