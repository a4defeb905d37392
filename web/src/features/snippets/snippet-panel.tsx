import { Link } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { baseUrlOf, KEY_PLACEHOLDER, type Snippet, snippets } from '#contract/snippets.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { CodeWithKey } from './code-with-key.tsx'

interface SnippetPanelProps {
  /** With its prefix `sk-`; absent = the placeholder stays. */
  apiKey?: string | undefined
  model: string
}

/** Ready-made first calls that run as they are copied. The three values can be copied separately. */
export function SnippetPanel({ apiKey, model }: SnippetPanelProps) {
  const { t } = useTranslation('snippets')
  const status = useStatus()
  const id = useId()
  const [chosen, setChosen] = useState(snippets[0]!)
  const baseUrl = baseUrlOf(status.server_address, location.origin)
  const text = (key: string) => chosen.text({ baseUrl, model, key })
  const key = apiKey ?? KEY_PLACEHOLDER
  const copyAll = () =>
    copyText(`${t('baseUrl')}: ${baseUrl}\n${t('key')}: ${key}\n${t('model')}: ${model}`, t('copied.all'))

  return (
    <section aria-label={t('title')} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 max-sm:flex-col max-sm:items-stretch">
        <SnippetTabs id={id} chosen={chosen} onChoose={setChosen} />
        <Button
          size="small"
          variant="ghost"
          className="ms-auto"
          icon={<Copy size={14} aria-hidden />}
          onClick={() => copyText(text(key), chosen.label)}
        >
          {t('copy')}
        </Button>
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen.id}`}>
        <CodeWithKey text={text} apiKey={apiKey} />
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-2 text-small text-muted">
        <span>{apiKey ? t('withKey') : t('withoutKey', { key: KEY_PLACEHOLDER })}</span>
        <Link to="/docs/$page" params={{ page: 'clients' }} className="text-primary hover:underline">
          {t('docs')}
        </Link>
        <Button size="small" className="ms-auto" icon={<Copy size={14} aria-hidden />} onClick={copyAll}>
          {t('copyAll')}
        </Button>
      </div>
    </section>
  )
}

interface SnippetTabsProps {
  /** Prefix of the ids of tabs and panel. */
  id: string
  chosen: Snippet
  onChoose: (snippet: Snippet) => void
}

function SnippetTabs({ id, chosen, onChoose }: SnippetTabsProps) {
  const { t } = useTranslation('snippets')
  const onTabKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!by) return
    event.preventDefault()
    const next = snippets.at((snippets.indexOf(chosen) + by) % snippets.length)!
    onChoose(next)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={t('tabs')}
      className="flex flex-wrap max-sm:w-full max-sm:flex-nowrap max-sm:overflow-x-auto"
    >
      {snippets.map((snippet) => (
        <button
          key={snippet.id}
          id={`${id}-${snippet.id}`}
          type="button"
          role="tab"
          aria-selected={snippet === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={snippet === chosen ? 0 : -1}
          onClick={() => onChoose(snippet)}
          onKeyDown={onTabKey}
          className="min-h-control shrink-0 border-transparent border-b-2 px-2 text-muted aria-selected:border-primary aria-selected:text-text"
        >
          {snippet.label}
        </button>
      ))}
    </div>
  )
}
