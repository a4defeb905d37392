import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Braces from 'lucide-react/icons/braces'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Wrench from 'lucide-react/icons/wrench'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { chargeQuery } from '#web/lib/charge-query.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { CodeBlock } from '#web/ui/scroll-region.tsx'
import type { AnswerFacts, ToolCall } from '../conversation/conversation.ts'
import type { MessageViewProps } from './message-view.tsx'
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
    return <CodeBlock>{json}</CodeBlock>
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

/** The functions that an answer calls, with their arguments. */
function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  const { t } = useTranslation('playground')
  return (
    <ul aria-label={t('tools.calls')} className="mt-1 flex flex-col gap-2">
      {calls.map(({ id, name, arguments: text }) => (
        <li key={id} className="surface px-3 py-2">
          <p className="flex items-center gap-2">
            <Wrench size={14} aria-hidden className="text-muted" />
            <code className="font-mono">{name}</code>
            <span className="truncate text-muted text-small">{id}</span>
          </p>
          <pre className="mt-1 break-words whitespace-pre-wrap font-mono text-small">{tidy(text)}</pre>
        </li>
      ))}
    </ul>
  )
}

/** Arguments are JSON once they have arrived in whole. */
function tidy(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The statistics of an answer: tokens, times, speed, and what its log row says was charged. */
function AnswerLine({ facts, isFailed }: { facts: AnswerFacts; isFailed: boolean }) {
  const { t } = useTranslation('playground')
  const { requestId, model, firstMs, totalMs, promptTokens, completionTokens } = facts
  const { data: row } = useQuery({ ...chargeQuery(requestId), ...(isFailed && { enabled: false }) })
  const speed = tokensPerSecond(facts)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-muted text-small tabular-nums">
      {model && <span className="max-w-full truncate">{model}</span>}
      {promptTokens !== undefined && completionTokens !== undefined && (
        <span>{t('facts.tokens', { input: fullNumber(promptTokens), output: fullNumber(completionTokens) })}</span>
      )}
      {firstMs !== undefined && <span>{t('facts.first', { time: formatDuration(firstMs) })}</span>}
      {totalMs !== undefined && <span>{t('facts.total', { time: formatDuration(totalMs) })}</span>}
      {speed !== undefined && <span>{t('facts.speed', { speed: fullNumber(speed) })}</span>}
      {row && (
        <span>
          {t('facts.charged')} <Money quota={row.quota} digits={6} />
        </span>
      )}
      {(row || (isFailed && requestId)) && (
        <Link to="/log" search={{ request_id: requestId, row: row?.id }} className="text-primary hover:underline">
          {t('facts.log')}
        </Link>
      )}
    </span>
  )
}

/** A shorter time from the first token to the end is a single piece, which says nothing about speed. */
const MIN_MS = 50

/** Returns the tokens per second of an answer while it was being written, or undefined if that is not known. */
function tokensPerSecond({ firstMs, totalMs, completionTokens }: AnswerFacts): number | undefined {
  if (firstMs === undefined || totalMs === undefined || !completionTokens) return undefined
  const writingMs = totalMs - firstMs
  if (writingMs < MIN_MS) return undefined
  const speed = (completionTokens * 1000) / writingMs
  return speed < 10 ? Math.round(speed * 10) / 10 : Math.round(speed)
}
