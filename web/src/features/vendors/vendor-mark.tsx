import type { CSSProperties } from 'react'
import { vendorOfModel } from '#contract/vendor-of-model.ts'
import { cx } from '#web/lib/cx.ts'
import { VENDORS } from './vendors.ts'

interface Props {
  /** Id of the vendor; others get the first letter of `name` in grey, or in `hue`. */
  vendor: string | undefined
  name: string
  hue?: number
  large?: boolean
}

/** The mark of a vendor before a name. It decorates: the name beside it says the same. */
export function VendorMark({ vendor, name, hue, large }: Props) {
  const known = vendor !== undefined && Object.hasOwn(VENDORS, vendor) ? VENDORS[vendor] : undefined
  const colour = known?.[1] ?? hue
  return (
    <span
      aria-hidden
      // Drawn by the style sheet: a letter in the text would be copied and read along with the name.
      data-letters={known?.[0] ?? (Array.from(name)[0] ?? '').toUpperCase()}
      style={{ '--hue': colour } as CSSProperties}
      className={cx(
        'inline-flex shrink-0 items-center before:content-[attr(data-letters)] justify-center font-strong leading-none',
        large ? 'size-6 rounded-control text-[12px]' : 'size-4 rounded-[4px] text-[9.5px] tracking-tighter',
        'forced-colors:outline forced-colors:-outline-offset-1',
        colour === undefined ? 'bg-hover text-muted' : 'tag',
      )}
    />
  )
}

/** The mark of a model's maker, told by its name unless `vendor` is known. */
export function ModelMark({ model, vendor }: { model: string; vendor?: string | undefined }) {
  return <VendorMark vendor={vendor || vendorOfModel(model)} name={model.slice(model.lastIndexOf('/') + 1)} />
}

/** The name of a model behind the mark of its maker. */
export function ModelName({ model, vendor }: { model: string; vendor?: string | undefined }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      <ModelMark model={model} vendor={vendor} />
      <span className="truncate">{model}</span>
    </span>
  )
}
