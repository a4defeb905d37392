import Braces from 'lucide-react/icons/braces'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/banner.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AnswerLine } from './answer-line.tsx'
import type { MessageViewProps } from './message-view.tsx'
import { ToolCalls } from './tool-calls.tsx'
import { Versions } from './versions.tsx'

const Markdown = lazy(() => import('./markdown.tsx'))
const ToolForm = lazy(() => import('./tool-form.tsx'))
const ICON = { size: 14, 'aria-hidden': true } as const

/** An answer of a model with its statistics. */
export function Answer(props: MessageViewProps) {
  const { message, versions, blocked, busy, isLast, onResults, onRetry, onShowVersion, onInspect } = props
  const { t } = useTranslation('playground')
  const { content, reasoning, toolCalls, state, error, facts } = message
  const isWriting = state === 'writing'
  return (
    <>
      <div aria-busy={isWriting} className="min-w-0">
        <span className="sr-only">{t('role.assistant')}: </span>
        {reasoning && (
          <details className="mb-2 surface px-3 py-1.5 text-muted">
            <summary>{t('reasoning')}</summary>
            <p className="mt-1 break-words whitespace-pre-wrap">{reasoning}</p>
          </details>
        )}
        {content && <AnswerText text={content} isWhole={!isWriting} />}
        {toolCalls && <ToolCalls calls={toolCalls} />}
        {isWriting && !content && !toolCalls && (
          <p className="text-muted">{reasoning ? t('thinking') : t('waiting')}</p>
        )}
        {error && <Failure error={error} requestId={facts?.requestId} />}
        {state === 'complete' && content.trim() === '' && !toolCalls && <p className="text-muted">{t('noText')}</p>}
        {state === 'stopped' && <p className="text-muted text-small">{t('stopped')}</p>}
      </div>
      {isLast && state === 'complete' && toolCalls && (
        <Suspense>
          <ToolForm calls={toolCalls} blocked={blocked} onSend={onResults} />
        </Suspense>
      )}
      {!isWriting && (
        <span className="flex flex-wrap items-center gap-x-1">
          <Versions ids={versions} shown={message.id} disabledReason={busy} onShow={onShowVersion} />
          {content && <CopyButton label={t('act.copyAnswer')} text={content} />}
          <IconButton
            size="small"
            label={t('act.retry')}
            icon={<RotateCcw {...ICON} />}
            disabledReason={blocked}
            onClick={onRetry}
          />
          <IconButton size="small" label={t('act.inspect')} icon={<Braces {...ICON} />} onClick={onInspect} />
          {facts && <AnswerLine facts={facts} isFailed={state === 'failed'} />}
        </span>
      )}
    </>
  )
}

/** An answer as Markdown; an answer that is JSON as a whole, as answers to a schema are, in lines. */
function AnswerText({ text, isWhole }: { text: string; isWhole: boolean }) {
  const json = isWhole ? tidyJson(text) : undefined
  if (json !== undefined) {
    return (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-card bg-sunken p-3 font-mono text-small leading-5"
      >
        {json}
      </pre>
    )
  }
  return (
    <Suspense fallback={<p className="break-words whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}

function tidyJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

/** Why an answer failed, in the server's words. */
function Failure({ error, requestId }: { error: string; requestId: string | undefined }) {
  return (
    <Banner tone="danger" role="alert">
      {error}
      {requestId && !error.includes(requestId) && <span className="text-small"> ({requestId})</span>}
    </Banner>
  )
}
