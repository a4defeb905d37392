/**
 * The operator's accent colour: what may be chosen, and what follows from it for both themes. Text in the accent, and text
 * on it, has a contrast of at least 4.5:1 (WCAG AA) on every surface. Pure. OKLCH: https://bottosson.github.io/posts/oklab/
 */

type Rgb = readonly [red: number, green: number, blue: number]
interface Lch {
  lightness: number
  chroma: number
  /** Radians. */
  hue: number
}

const AA = 4.5
/** Below it, a colour must be darkened so far for text on white that it becomes another one: yellow becomes olive. */
const MIN_ON_WHITE = 1.9
const HEX = /^#[0-9a-f]{6}$/i

/** The tokens of a theme that follow the accent, as `#rrggbb`. */
export interface AccentTokens {
  primary: string
  'primary-hover': string
  'on-primary': string
  'primary-soft': string
}

export type AccentProblem = { code: 'option_not_colour' } | { code: 'option_colour_too_light'; contrast: string }

/** Returns why a text cannot be the accent; undefined if it can. */
export function accentProblem(text: string): AccentProblem | undefined {
  if (!HEX.test(text)) return { code: 'option_not_colour' }
  const contrast = contrastOf(rgbOf(text), WHITE)
  return contrast < MIN_ON_WHITE ? { code: 'option_colour_too_light', contrast: contrast.toFixed(1) } : undefined
}

const WHITE: Rgb = [1, 1, 1]
/** The surfaces with the least contrast to text in the accent: hovered rows, in tokens.css `--hover`. */
const HOVERED = {
  light: { lightness: 0.948, chroma: 0.004, hue: 4.6 },
  dark: { lightness: 0.262, chroma: 0.007, hue: 4.6 },
}
const STEP = 0.005

/** Returns the accent's tokens for both themes: of its hue, and as close to it as contrast allows. */
export function accentTokens(accent: string): { light: AccentTokens; dark: AccentTokens } {
  const own = lchOf(rgbOf(accent))
  const { hue } = own
  const softChroma = Math.min(own.chroma, 0.02)
  const lightSoft = { lightness: 0.957, chroma: softChroma, hue }
  const darkSoft = { lightness: 0.29, chroma: Math.min(own.chroma, 0.05), hue }
  const onDark = { lightness: 0.15, chroma: Math.min(own.chroma, 0.02), hue }
  const light = move(own, -STEP, [lightSoft, HOVERED.light])
  const dark = move({ ...own, lightness: Math.max(own.lightness, 0.6) }, STEP, [darkSoft, HOVERED.dark, onDark])
  return {
    light: {
      primary: hexOf(light),
      'primary-hover': hexOf(lighter(light, -0.06)),
      'on-primary': '#ffffff',
      'primary-soft': hexOf(lightSoft),
    },
    dark: {
      primary: hexOf(dark),
      'primary-hover': hexOf(lighter(dark, 0.055)),
      'on-primary': hexOf(onDark),
      'primary-soft': hexOf(darkSoft),
    },
  }
}

/** Returns the style sheet that puts the accent over the tokens of `tokens.css`; "" for none. */
export function accentStyle(accent: string): string {
  if (accentProblem(accent)) return ''
  const { light, dark } = accentTokens(accent)
  return `${ruleOf('html:root', light)}${ruleOf('html:root.dark', dark)}`
}

const ruleOf = (selector: string, tokens: AccentTokens) =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`

/** Moves the lightness until the colour has enough contrast to all of the others. */
function move(colour: Lch, step: number, others: readonly Lch[]): Lch {
  const backs = others.map(rounded)
  let now = colour
  while (now.lightness > 0 && now.lightness < 1 && backs.some((back) => contrastOf(rounded(now), back) < AA)) {
    now = lighter(now, step)
  }
  return now
}

const lighter = (colour: Lch, by: number): Lch => ({ ...colour, lightness: clamp(colour.lightness + by) })
const rounded = (colour: Lch) => rgbOf(hexOf(colour))
const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Contrast ratio from 1 to 21, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const luminanceOf = (rgb: Rgb) => {
  const [red, green, blue] = rgb.map(linear) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** Parses `#rrggbb` into parts from 0 to 1. */
export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb

const hexOf = (colour: Lch) =>
  `#${rgbFrom(colour)
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function lchOf(rgb: Rgb): Lch {
  const [red, green, blue] = rgb.map(linear) as unknown as Rgb
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** Reduces the chroma until the screen can show the colour. */
function rgbFrom(colour: Lch): Rgb {
  let { chroma } = colour
  let rgb = linearFrom({ ...colour, chroma })
  while (chroma > 0 && rgb.some((part) => part < -0.0005 || part > 1.0005)) {
    chroma = Math.max(0, chroma - STEP)
    rgb = linearFrom({ ...colour, chroma })
  }
  return rgb.map((part) => gamma(clamp(part))) as unknown as Rgb
}

function linearFrom({ lightness, chroma, hue }: Lch): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
