import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { baseUrlOf, KEY_PLACEHOLDER } from '#contract/snippets.ts'
import { CodeWithKey } from '#web/features/snippets/code-with-key.tsx'
import { useOwnKey } from '#web/features/tokens/use-own-key.ts'
import { useStatus } from '#web/lib/status.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { callText, LANGUAGES, shortened } from './call-text.ts'
import type { ChatRequest } from './request-of.ts'

interface InspectDialogProps {
  request: ChatRequest
  /** Absent for an answer of an earlier visit, and for a question that has not been asked. */
  events?: readonly string[]
  onClose: () => void
}

type View = (typeof LANGUAGES)[number] | 'events'
const LABELS = { curl: 'curl', python: 'Python', node: 'Node' }

/** The call behind an answer: equivalent source code, and the response events. */
export default function InspectDialog({ request, events, onClose }: InspectDialogProps) {
  const { t } = useTranslation('playground')
  const { server_address } = useStatus()
  const [view, setView] = useState<View>('curl')
  const apiKey = useOwnKey(request.model)
  const baseUrl = baseUrlOf(server_address, location.origin)
  const text = (key: string) =>
    view === 'events' ? (events?.join('\n') ?? t('inspect.gone')) : callText(view, { request, baseUrl, key })
  const whole = text(apiKey ?? KEY_PLACEHOLDER)
  return (
    <Dialog width="wide" title={t('inspect.title')} onClose={onClose}>
      <div className="mb-2 flex items-center gap-2">
        <Select
          aria-label={t('inspect.view')}
          className="w-auto"
          value={view}
          options={[
            ...LANGUAGES.map((value): { value: View; label: string } => ({ value, label: LABELS[value] })),
            { value: 'events', label: t('inspect.events') },
          ]}
          onChange={setView}
        />
        <CopyButton label={t('inspect.copy')} text={whole} />
      </div>
      <CodeWithKey text={(key) => shortened(text(key))} apiKey={apiKey} className="max-h-[60vh] overflow-y-auto" />
      {shortened(whole) !== whole && <p className="mt-2 text-muted text-small">{t('inspect.shortened')}</p>}
    </Dialog>
  )
}
