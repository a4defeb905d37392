import X from 'lucide-react/icons/x'
import { type MouseEvent, use, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { Button } from '../../button.tsx'
import { type ActiveFilter, activeFilters } from './active-filters.ts'
import type { List } from './use-list.ts'

const texts = loadNamespaces('filters')

/** The active filters of a list without matches; each can be removed. */
export default function FilterChips({ list }: { list: List }) {
  use(texts)
  const { t, i18n } = useTranslation('filters')
  const active = activeFilters(list.spec, list.state.filters)
  const words = useOfferedWords(JSON.stringify(active) + i18n.language)
  const { from, to } = list.state.filters

  function wordsOf({ name, values, secret }: ActiveFilter) {
    if (secret) return t('hidden')
    if (name === 'range' && (from !== undefined || to !== undefined)) {
      const moment = (at: unknown) => (typeof at === 'number' ? formatTime(at) : t('open'))
      return t('span', { from: moment(from), to: moment(to) })
    }
    const said = values.map((value) => words[`${name} ${value}`] ?? t(`value.${value}` as never, String(value)))
    return said.join(', ')
  }

  return (
    <ul aria-label={t('chips')} className="mt-3 flex max-w-[calc(100vw-3.5rem)] flex-wrap justify-center gap-2">
      {active.map((filter) => {
        const name = t(`name.${filter.name}` as never, filter.name)
        const text = t(filter.not ? 'isNot' : 'is', { name, value: wordsOf(filter) })
        const clear = (event: MouseEvent) => {
          stepAside(event.currentTarget)
          list.setFilters(Object.fromEntries(filter.clears.map((each) => [each, undefined])))
        }
        return (
          <li key={filter.clears.join()} className="max-w-full">
            <Button
              size="small"
              aria-label={t('remove', { filter: text })}
              className="max-w-full text-text sm:max-w-80"
              onClick={clear}
            >
              <span className="truncate">{text}</span>
              <X size={12} aria-hidden className="shrink-0" />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Labels of filter values by name and value, read from the rendered filters, which alone have them. */
function useOfferedWords(changed: string) {
  const [words, setWords] = useState<Record<string, string>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is offered changes with what is set
  useLayoutEffect(() => {
    const selects = document.querySelectorAll<HTMLSelectElement>('[data-filters] select[data-filter]')
    const offered = [...selects].flatMap((select) =>
      [...select.options].map(({ value, text }) => [`${select.dataset.filter} ${value}`, text]),
    )
    setWords(Object.fromEntries(offered))
  }, [changed])
  return words
}

/** Moves the focus before a chip is removed: to an adjacent chip, or to "clear all". */
function stepAside(chip: Element) {
  const item = chip.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  next?.querySelector('button')?.focus()
}
