import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { Content } from '#web/features/content/content.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { previewQuery } from '../drafts/option-queries.ts'
import { useOption } from '../drafts/settings-context.ts'
import type { ControlProps } from './option-control.tsx'

const MODES = ['edit', 'preview'] as const

/** Edits a text of the site's pages, with a preview. */
export function ContentControl({ option, id, label, describedBy, wrong }: ControlProps) {
  const { t } = useTranslation('settings')
  const { text, change } = useOption(option)
  const [mode, setMode] = useState<(typeof MODES)[number]>('edit')
  return (
    <div className="grid gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons in a row need no fieldset */}
      <div role="group" aria-label={`${t('content.mode')}: ${label}`} className="flex gap-1">
        {MODES.map((each) => (
          <Button
            key={each}
            size="small"
            aria-pressed={each === mode}
            className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
            onClick={() => setMode(each)}
          >
            {t(`content.${each}`)}
          </Button>
        ))}
      </div>
      {mode === 'edit' ? (
        <Textarea
          id={id}
          code
          rows={5}
          aria-describedby={describedBy}
          aria-invalid={wrong}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      ) : (
        <section
          id={id}
          aria-label={`${t('content.preview')}: ${label}`}
          className="max-h-96 min-h-24 overflow-auto rounded-control border border-line p-3"
        >
          {text.trim() === '' ? (
            <p className="text-muted">{t('content.nothing')}</p>
          ) : (
            <Preview option={option} text={text} title={label} />
          )}
        </section>
      )}
    </div>
  )
}

/** The footer is shown as entered; the server renders the other texts from Markdown to HTML. */
function Preview({ option, text, title }: { option: OptionKey; text: string; title: string }) {
  return option === 'Footer' ? <Content content={text} title={title} /> : <Rendered text={text} title={title} />
}

function Rendered({ text, title }: { text: string; title: string }) {
  const { t } = useTranslation('settings')
  const { data, error } = useQuery(previewQuery(text))
  if (data !== undefined) return <Content content={data} title={title} />
  if (error) return <p className="text-danger">{t('content.failed', { message: error.message })}</p>
  return <Skeleton className="h-20" />
}
