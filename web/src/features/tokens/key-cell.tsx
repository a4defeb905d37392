import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { CopyButton } from '#web/ui/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { fullKey, maskedKey } from './export-format.ts'

/** The key, masked until asked for, and copied in one press either way. */
export function KeyCell({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const [shown, setShown] = useState(false)
  const { name, key } = token
  return (
    <span className="flex items-center gap-0.5">
      <code lang="" className="min-w-0 flex-1 truncate text-small select-all" {...(shown && { tabIndex: -1 })}>
        {shown ? fullKey(key) : maskedKey(key)}
      </code>
      <IconButton
        size="small"
        label={t(shown ? 'row.hide' : 'row.view', { name })}
        icon={shown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
      <CopyButton label={t('row.copy', { name })} text={fullKey(key)} shown={maskedKey(key)} />
    </span>
  )
}
