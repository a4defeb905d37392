import { useTranslation } from 'react-i18next'
import type { MessageViewProps } from './message-view.tsx'
import { Versions } from './versions.tsx'

/** What the called functions returned, as it was sent. */
export function ToolResults({ message, versions, busy, onShowVersion }: MessageViewProps) {
  const { t } = useTranslation('playground')
  return (
    <>
      <ul aria-label={t('tools.results')} className="flex flex-col gap-2">
        {message.results?.map(({ id, name, content }) => (
          <li key={id} className="ms-auto max-w-[85%] rounded-card bg-primary-soft px-3 py-2">
            <p className="text-small">{t('tools.result', { name })}</p>
            <pre className="mt-1 break-words whitespace-pre-wrap font-mono text-small">{content}</pre>
          </li>
        ))}
      </ul>
      <span className="ms-auto flex">
        <Versions ids={versions} shown={message.id} disabledReason={busy} onShow={onShowVersion} />
      </span>
    </>
  )
}
