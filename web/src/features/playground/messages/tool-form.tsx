import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { ToolCall, ToolResult } from '../conversation/conversation.ts'

interface ToolFormProps {
  calls: readonly ToolCall[]
  blocked: string | undefined
  onSend: (results: readonly ToolResult[]) => void
}

/** Fields for what the called functions return. */
export default function ToolForm({ calls, blocked, onSend }: ToolFormProps) {
  const { t } = useTranslation('playground')
  const id = useId()
  const [typed, setTyped] = useState<Record<number, string>>({})
  const isMissing = calls.some((_, at) => !typed[at]?.trim())
  return (
    <form
      className="mt-1 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked && !isMissing) {
          onSend(calls.map((call, at) => ({ id: call.id, name: call.name, content: typed[at] ?? '' })))
        }
      }}
    >
      {calls.map((call, at) => (
        <div key={call.id} className="flex flex-col gap-1">
          <label htmlFor={`${id}-${at}`}>{t('tools.result', { name: call.name })}</label>
          <Textarea
            id={`${id}-${at}`}
            code
            rows={2}
            placeholder={t('tools.resultHint')}
            value={typed[at] ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [at]: target.value })}
          />
        </div>
      ))}
      <Button
        type="submit"
        className="self-start"
        disabledReason={blocked ?? (isMissing ? t('tools.resultMissing') : undefined)}
      >
        {t('tools.send')}
      </Button>
    </form>
  )
}
