import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useTranslation } from 'react-i18next'
import type { HomeBlock } from '#contract/home-blocks.ts'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useOption } from '../drafts/settings-context.ts'
import { specOf } from '../options/sections.ts'
import type { ControlProps } from './option-control.tsx'

/** Switches named parts on and off, and puts those that are on into an order. */
export default function OrderControl({ option, id, describedBy, label }: ControlProps) {
  const { t } = useTranslation('options')
  const { text, change } = useOption(option)
  const spec = specOf(option)
  const choices = spec.kind === 'order' ? spec.choices : []
  const chosen = text.split(',').filter((name) => choices.includes(name))
  const hidden = choices.filter((name) => !chosen.includes(name))
  const set = (names: readonly string[]) => change(names.join(','))
  const swap = (at: number, by: number) => set(chosen.with(at, chosen[at + by]!).with(at + by, chosen[at]!))
  return (
    <ul
      id={id}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
      className="surface flex flex-col px-2 py-1"
    >
      {[...chosen, ...hidden].map((block) => {
        const name = t(`order.${block as HomeBlock}`)
        const at = chosen.indexOf(block)
        return (
          <li key={block} className="flex min-h-8 items-center gap-1">
            <Checkbox
              label={name}
              checked={at >= 0}
              onChange={(on) => set(on ? [...chosen, block] : chosen.filter((each) => each !== block))}
            />
            <span className="flex-1" />
            {at >= 0 && (
              <>
                <IconButton
                  size="small"
                  label={t('order.up', { name })}
                  disabledReason={at === 0 && t('order.isFirst')}
                  icon={<ArrowUp size={14} aria-hidden />}
                  onClick={() => swap(at, -1)}
                />
                <IconButton
                  size="small"
                  label={t('order.down', { name })}
                  disabledReason={at === chosen.length - 1 && t('order.isLast')}
                  icon={<ArrowDown size={14} aria-hidden />}
                  onClick={() => swap(at, 1)}
                />
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
