import Wrench from 'lucide-react/icons/wrench'
import { useTranslation } from 'react-i18next'
import type { ToolCall } from '../conversation/conversation.ts'

/** The functions that an answer calls, with their arguments. */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
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
