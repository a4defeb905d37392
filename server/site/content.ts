/**
 * A text of the site as HTML: Markdown is turned into it, HTML inside stays, an https address alone stays an address.
 * The result is not sanitised; whoever shows it must do that.
 */
export function contentAsHtml(text: string): string {
  const address = /^https:\/\/\S+$/.test(text.trim())
  return address ? text.trim() : Bun.markdown.html(text)
}
