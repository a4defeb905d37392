/**
 * The address of a picture: `web` and `plain` can be opened in a tab, `inline` is the picture itself as a data
 * URL.
 */
export type PictureAddress = { kind: 'web' | 'plain' | 'inline'; url: string } | { kind: 'none' } | { kind: 'strange' }

/**
 * Reads the address of a result from a drawing service. Accepts only addresses of pictures that run no
 * scripts.
 */
export function pictureAddress(text: string, base: string): PictureAddress {
  const given = text.trim()
  if (given === '') return { kind: 'none' }
  if (!URL.canParse(given, base)) return { kind: 'strange' }
  const url = new URL(given, base)
  // The CSP allows pictures of the own site and those over TLS.
  if (url.protocol === 'https:') return { kind: 'web', url: url.href }
  if (url.protocol === 'http:') return { kind: url.origin === new URL(base).origin ? 'web' : 'plain', url: url.href }
  // An SVG as an image runs no scripts; it is never opened as a page.
  if (/^data:image\/[\w.+-]+[;,]/i.test(given)) return { kind: 'inline', url: given }
  return { kind: 'strange' }
}

/** Returns the file name for saving an inline picture. */
export function pictureFile(id: number, url: string): string {
  const type = /^data:image\/([\w-]+)/i.exec(url)?.[1]?.toLowerCase() ?? 'png'
  return `drawing-${id}.${type === 'jpeg' ? 'jpg' : type}`
}
