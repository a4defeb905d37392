/** Where a picture can be had: `web` and `plain` can be opened in a tab, `inline` is the picture itself. */
export type PictureAddress = { kind: 'web' | 'plain' | 'inline'; url: string } | { kind: 'none' } | { kind: 'strange' }

/** Reads the address of a result, which comes from a drawing service: only what leads to a picture and runs nothing. */
export function pictureAddress(text: string, base: string): PictureAddress {
  const given = text.trim()
  if (given === '') return { kind: 'none' }
  if (!URL.canParse(given, base)) return { kind: 'strange' }
  const url = new URL(given, base)
  // The policy of the page lets in pictures of its own site and those that come with TLS.
  if (url.protocol === 'https:') return { kind: 'web', url: url.href }
  if (url.protocol === 'http:') return { kind: url.origin === new URL(base).origin ? 'web' : 'plain', url: url.href }
  // As the content of an image, SVG runs no scripts; it is never opened as a page.
  if (/^data:image\/[\w.+-]+[;,]/i.test(given)) return { kind: 'inline', url: given }
  return { kind: 'strange' }
}

/** The file name to save an inline picture under. */
export function pictureFile(id: number, url: string): string {
  const type = /^data:image\/([\w-]+)/i.exec(url)?.[1]?.toLowerCase() ?? 'png'
  return `drawing-${id}.${type === 'jpeg' ? 'jpg' : type}`
}
