const BROWSERS: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]
const SYSTEMS: readonly [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Formats browser and system of a user agent, such as `Chrome · Windows`. Falls back to its first word, or "".
 */
export function deviceOf(userAgent: string): string {
  const find = (known: readonly [string, RegExp][]) => known.find(([, sign]) => sign.test(userAgent))?.[0]
  const names = [find(BROWSERS), find(SYSTEMS)].filter(Boolean)
  return names.join(' · ') || (userAgent.split(/[\s/]/)[0] ?? '')
}
