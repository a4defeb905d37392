/** Hue of each tag colour; lightness and chroma are equal, so that all are readable. */
export const HUES = {
  amber: 70,
  blue: 255,
  cyan: 210,
  green: 150,
  grey: 0,
  indigo: 275,
  'light-blue': 235,
  lime: 125,
  orange: 50,
  pink: 355,
  purple: 310,
  red: 25,
  teal: 185,
  violet: 290,
  yellow: 95,
} as const
export type TagColour = keyof typeof HUES

export const COLOURS = Object.keys(HUES) as TagColour[]

/** The colour of a text: deterministic, as in other consoles of this family. */
export function hashColour(text: string): TagColour {
  let sum = 0
  for (let index = 0; index < text.length; index += 1) sum += text.charCodeAt(index)
  return COLOURS[sum % COLOURS.length]!
}
