import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { type FocusEvent, type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallerDoc } from '#contract/api/documents.ts'
import { Input } from '#web/ui/input.tsx'
import { type FoundSection, findSections, indexOf } from './find-sections.ts'

const MOST = 8

/** Finds sections by headings and texts. Arrows choose, Enter goes there, Escape closes. */
export function DocsSearch({ pages, root }: { pages: readonly CallerDoc[]; root: string }) {
  const { t } = useTranslation('docs')
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const asked = useDeferredValue(typed)
  const index = useMemo(() => indexOf(pages, root), [pages, root])
  const found = useMemo(() => findSections(index, asked, MOST), [index, asked])
  const shown = isOpen && typed.trim() !== ''
  const at = Math.min(chosen, found.length - 1)

  const open = (section: FoundSection | undefined) => {
    if (!section) return
    setOpen(false)
    void navigate({ to: pathOf(section.page), hash: section.anchor })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setOpen(false)
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) {
      event.preventDefault()
      setOpen(true)
      setChosen((at + by + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(found[at])
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    <search className="relative" onBlur={onBlur}>
      <Input
        type="search"
        icon={<Search size={14} aria-hidden />}
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && found.length > 0 ? `${id}-${at}` : undefined}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <Results id={id} found={shown ? found : []} at={at} onOpen={open} />
      <p
        role="status"
        hidden={!shown || found.length > 0 || asked !== typed}
        className="absolute z-20 mt-1 w-full rounded-card bg-overlay px-3 py-2 text-muted shadow-float"
      >
        {t('search.none')}
      </p>
    </search>
  )
}

interface ResultsProps {
  /** Prefix of the ids of list and results. */
  id: string
  found: readonly FoundSection[]
  /** Place of the chosen one. */
  at: number
  onOpen: (section: FoundSection) => void
}

function Results({ id, found, at, onOpen }: ResultsProps) {
  const { t } = useTranslation('docs')
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('search.results')}
      hidden={found.length === 0}
      className="absolute z-20 mt-1 max-h-96 w-full min-w-80 overflow-y-auto rounded-card bg-overlay p-1 shadow-float max-sm:min-w-full"
    >
      {found.map((section, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={`${section.page}#${section.anchor}`}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onOpen(section)}
          className="cursor-pointer rounded-control px-2.5 py-1.5 hover:bg-hover aria-selected:bg-hover"
        >
          <div className="truncate">
            {section.anchor && <span className="text-muted">{section.pageTitle} › </span>}
            {section.title}
          </div>
          <div className="truncate text-muted text-small">{section.excerpt}</div>
        </div>
      ))}
    </div>
  )
}

/** The address of a page for callers. */
export const pathOf = (page: string) => (page === 'start' ? '/docs' : `/docs/${page}`)
