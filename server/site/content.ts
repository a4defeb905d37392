/**
 * Returns a text of the site as HTML: Markdown is converted, HTML inside stays, a single https address stays an
 * address. The result is not sanitised; the caller that displays it must do that.
 */
export function contentAsHtml(text: string): string {
  const address = /^https:\/\/\S+$/.test(text.trim())
  return address ? text.trim() : Bun.markdown.html(text)
}
