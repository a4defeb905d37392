import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rotateToken, type Token } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { fullKey, maskedKey } from '#web/lib/api-key.ts'
import { formatTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { patchToken } from './token-list.ts'

/** How long the old key can live on, in seconds. */
const TIMES = ['0', '3600', '86400', '604800', '2592000'] as const
type Time = (typeof TIMES)[number]

/** Gives a token another key, after the time that the old one lives on was chosen; then shows the new one. */
export default function RotateDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  const [keep, setKeep] = useState<Time>('86400')
  const rotate = useMutation({
    mutationFn: () => call(rotateToken, { params: { id: token.id }, body: { keep_seconds: Number(keep) } }),
    onSuccess: (next) => patchToken(client, next.id, next),
  })
  const done = rotate.data
  return (
    <Dialog
      title={`${t('row.rotate')} · ${token.name}`}
      description={done ? undefined : t('rotate.hint')}
      onClose={onClose}
      footer={
        done && (
          <Button variant="primary" onClick={onClose}>
            {t('ready.done')}
          </Button>
        )
      }
      action={{
        label: t('rotate.action'),
        variant: keep === '0' ? 'danger' : 'primary',
        loading: rotate.isPending,
        onClick: () => rotate.mutate(),
      }}
    >
      {done ? <NewKey token={done} /> : <KeepField keep={keep} onChange={setKeep} />}
    </Dialog>
  )
}

function KeepField({ keep, onChange }: { keep: Time; onChange: (time: Time) => void }) {
  const { t } = useTranslation('tokens')
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('rotate.keep')}
      </label>
      <Select
        id={id}
        value={keep}
        options={TIMES.map((value) => ({ value, label: t(`rotate.for.${value}`) }))}
        onChange={onChange}
      />
      <div role="status" className="mt-3 empty:hidden">
        {keep === '0' && <Banner tone="warning">{t('rotate.now')}</Banner>}
      </div>
    </>
  )
}

function NewKey({ token: { name, key, former_key_until: until } }: { token: Token }) {
  const { t } = useTranslation('tokens')
  return (
    <>
      <Banner tone="success" role="status" className="mt-3">
        {t('rotate.done')} {until > 0 ? t('rotate.former', { time: formatTime(until) }) : t('rotate.ended')}
      </Banner>
      <section aria-label={t('rotate.key')} className="mt-3 flex items-center justify-between surface ps-3 pe-1">
        <code lang="" className="truncate text-small select-all">
          {fullKey(key)}
        </code>
        <CopyButton label={t('row.copy', { name })} text={fullKey(key)} shown={maskedKey(key)} />
      </section>
    </>
  )
}
