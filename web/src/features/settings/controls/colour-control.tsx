import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccentTokens, accentProblem, accentTokens } from '#contract/accent.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { useOption } from '../drafts/settings-context.ts'
import type { ControlProps } from './option-control.tsx'

/** What the picker of the browser shows while no colour is chosen: the built-in accent. */
const BUILT_IN = '#3350d3'

/** The grounds of both themes, as in tokens.css. */
const GROUNDS = { light: { page: '#ffffff', text: '#17181a' }, dark: { page: '#17181a', text: '#ececee' } }

/** Chooses the accent, and shows what follows from it in both themes before it is saved. */
export default function ColourControl({ option, id, describedBy, wrong }: ControlProps) {
  const { t } = useTranslation('options')
  const { text, change } = useOption(option)
  const isColour = !accentProblem(text.trim())
  const themes = accentTokens(isColour ? text.trim() : BUILT_IN)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={t('colour.pick')}
          value={isColour ? text.trim().toLowerCase() : BUILT_IN}
          onChange={({ target }) => change(target.value)}
          className="size-control shrink-0 rounded-control border border-control bg-raised p-0.5"
        />
        <Input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={wrong}
          placeholder="#rrggbb"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
        {text !== '' && (
          <Button size="small" variant="ghost" onClick={() => change('')}>
            {t('colour.reset')}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2">
        {(['light', 'dark'] as const).map((theme) => (
          <Sample key={theme} theme={theme} tokens={themes[theme]} />
        ))}
      </div>
    </div>
  )
}

function Sample({ theme, tokens }: { theme: 'light' | 'dark'; tokens: AccentTokens }) {
  const { t } = useTranslation('options')
  const { page, text } = GROUNDS[theme]
  const look: CSSProperties = { background: page, color: text }
  return (
    <div
      style={look}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card p-2.5 text-small shadow-[0_0_0_1px_var(--edge)]"
    >
      <span>{t(`colour.${theme}`)}</span>
      <span
        style={{ background: tokens.primary, color: tokens['on-primary'] }}
        className="rounded-control px-2 py-0.5 forced-color-adjust-none"
      >
        {t('colour.button')}
      </span>
      <span style={{ color: tokens.primary }} className="underline">
        {t('colour.link')}
      </span>
      <span
        style={{ background: tokens['primary-soft'], color: tokens.primary }}
        className="rounded-control px-2 py-0.5"
      >
        {tokens.primary}
      </span>
    </div>
  )
}
