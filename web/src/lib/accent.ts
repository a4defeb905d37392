let shown: string | undefined
let sheet: CSSStyleSheet | undefined

/** Shows another accent than the page came with: after it was changed, or where the server did not fill the page. */
export async function showAccent(accent: string, injected: string) {
  shown ??= injected
  if (accent === shown) return
  shown = accent
  const { accentStyle } = await import('#contract/accent.ts')
  if (shown !== accent) return
  document.getElementById('accent')?.remove()
  sheet ??= new CSSStyleSheet()
  sheet.replaceSync(accentStyle(accent))
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}
