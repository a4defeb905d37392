import { Part } from './kit-page.tsx'

const STEPS = [
  ['hero', 'text-hero font-strong', 'the sentence of the home page'],
  ['display', 'text-display font-strong', 'the number that a card is about'],
  ['title', 'text-title font-strong', 'the name of a page'],
  ['lead', 'text-lead font-strong', 'the name of a section'],
  ['body', 'text-body', 'everything else'],
  ['small', 'text-small text-muted', 'meta: units, times, column heads'],
] as const

const SURFACES = [
  ['sunken', 'bg-sunken', 'code, wells'],
  ['page', 'bg-page shadow-[0_0_0_1px_var(--edge)]', 'the ground'],
  ['raised', 'surface', 'cards, tables'],
  ['overlay', 'popup', 'menus, dialogs'],
] as const

const COLOURS = [
  ['primary', 'bg-primary', 'the one accent: AccentColor'],
  ['success', 'bg-success', 'works, paid, on'],
  ['warning', 'bg-warning', 'look at it'],
  ['danger', 'bg-danger', 'failed, destroys'],
] as const

const GAPS = [
  ['1', 'w-1', 'mark and text'],
  ['2', 'w-2', 'controls in a row'],
  ['4', 'w-4', 'inside a card, between cards'],
  ['8', 'w-8', 'between sections'],
  ['16', 'w-16', 'between blocks of a public page'],
] as const

/** The decisions that all pages share: type scale, surfaces, colours, spacing. */
export function KitTokens() {
  return (
    <>
      <Part name="Type scale" column>
        {STEPS.map(([name, look, use]) => (
          <p key={name} className="flex flex-wrap items-baseline gap-x-4">
            <span className={look}>Models, prices 模型价格 1,024</span>
            <span className="text-small text-muted">
              {name}: {use}
            </span>
          </p>
        ))}
      </Part>
      <Part name="Surfaces">
        {SURFACES.map(([name, look, use]) => (
          <div key={name} className={`w-44 rounded-card p-4 ${look}`}>
            {name}
            <div className="text-small text-muted">{use}</div>
          </div>
        ))}
      </Part>
      <Part name="Colours with a meaning">
        {COLOURS.map(([name, look, use]) => (
          <span key={name} className="inline-flex items-center gap-2 pe-4">
            <span className={`size-4 rounded-control ${look}`} />
            {name} <span className="text-small text-muted">{use}</span>
          </span>
        ))}
      </Part>
      <Part name="Spacing">
        {GAPS.map(([name, look, use]) => (
          <span key={name} className="inline-flex items-center gap-2 pe-4">
            <span className={`h-4 bg-primary ${look}`} />
            {name} <span className="text-small text-muted">{use}</span>
          </span>
        ))}
      </Part>
    </>
  )
}
