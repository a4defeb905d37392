import { expect, test } from 'bun:test'
import { accentProblem, accentStyle, accentTokens, contrastOf, rgbOf } from './accent.ts'

/** Surfaces of tokens.css on which text in the accent stands. */
const SURFACES = {
  light: ['#ffffff', '#f9f9fa', '#f2f3f4', '#edeef0'],
  dark: ['#0e0f11', '#17181a', '#1f2023', '#242529'],
}
const contrast = (one: string, other: string) => contrastOf(rgbOf(one), rgbOf(other))

test('contrast is that of the standard', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('text in every accent, and on it, can be read in both themes', () => {
  for (let red = 0; red < 256; red += 51) {
    for (let green = 0; green < 256; green += 51) {
      for (let blue = 0; blue < 256; blue += 51) {
        const accent = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        if (accentProblem(accent)) continue
        const themes = accentTokens(accent)
        for (const theme of ['light', 'dark'] as const) {
          const tokens = themes[theme]
          const pairs = [
            ...SURFACES[theme].map((surface) => [tokens.primary, surface]),
            [tokens.primary, tokens['primary-soft']],
            [tokens.primary, tokens['on-primary']],
            [tokens['primary-hover'], tokens['on-primary']],
          ]
          const least = Math.min(...pairs.map(([one, other]) => contrast(one!, other!)))
          expect({ accent, theme, readable: least >= 4.5, least }).toMatchObject({ readable: true })
        }
      }
    }
  }
})

test('a colour that is dark enough stays as it is in the light theme', () => {
  expect(accentTokens('#1d4ed8').light.primary).toBe('#1d4ed8')
  expect(accentTokens('#7aa2ff').dark.primary).toBe('#7aa2ff')
})

test('what is no colour, or would become another one on white, is refused with its contrast', () => {
  expect(accentProblem('blue')).toEqual({ code: 'option_not_colour' })
  expect(accentProblem('#12345')).toEqual({ code: 'option_not_colour' })
  expect(accentProblem('#ffff00')).toEqual({ code: 'option_colour_too_light', contrast: '1.1' })
  expect(accentProblem('#0a7d55')).toBeUndefined()
})

test('the style holds nothing but colours', () => {
  expect(accentStyle('#0a7d55')).toMatch(
    /^html:root\{(--[a-z-]+:#[0-9a-f]{6};?)+\}html:root\.dark\{(--[a-z-]+:#[0-9a-f]{6};?)+\}$/,
  )
  expect(accentStyle('')).toBe('')
  expect(accentStyle('#fff}*{}')).toBe('')
})
