import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCOPES, type Scope } from '#contract/scopes.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** Asks what a new access token may do, and tells that the former one ends. */
export default function MakeTokenDialog({ onClose }: { onClose: (scope: Scope | undefined) => void }) {
  const { t } = useTranslation('personal')
  const id = useId()
  const [scope, setScope] = useState<Scope>('all')
  return (
    <Dialog
      title={t('token.confirm')}
      description={t('token.ends')}
      onClose={() => onClose(undefined)}
      action={{ label: t('token.make'), onClick: () => onClose(scope) }}
    >
      <div className="mt-3">
        <label htmlFor={id} className="mb-1 block">
          {t('token.scope')}
        </label>
        <Select
          id={id}
          value={scope}
          options={SCOPES.map((value) => ({ value, label: t(`token.scopes.${value}`) }))}
          onChange={setScope}
        />
      </div>
    </Dialog>
  )
}
