/** URL schemes of chat clients that links may open. */
const APP_SCHEMES: readonly string[] = ['ama:', 'opencat:', 'cherrystudio:']

/**
 * Whether a URL opens a chat client's site or a known client app. Other schemes, such as script and file URLs, are
 * refused.
 */
export function isChatAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:', ...APP_SCHEMES].includes(new URL(url).protocol)
}

/** Whether a URL opens a chat client on the user's device. */
export const startsApp = (url: string): boolean => APP_SCHEMES.includes(new URL(url).protocol)

/** Fills a chat client's link template: `{key}` with the complete token, `{address}` with this server's URL. */
export function fillChatLink(template: string, key: string, serverAddress: string): string {
  return template
    .trim()
    .replaceAll('{key}', () => key)
    .replaceAll('{address}', () => encodeURIComponent(serverAddress))
}

/** Whether a template yields a valid chat client address for any values. */
export const isChatLink = (template: string): boolean => isChatAddress(fillChatLink(template, 'sk-x', 'https://a.test'))
