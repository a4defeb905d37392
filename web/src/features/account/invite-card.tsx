import { useQuery } from '@tanstack/react-query'
import QrCode from 'lucide-react/icons/qr-code'
import { lazy, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Money } from '#web/ui/money.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { inviteLink } from './invite-link.ts'
import { inviteCodeQuery } from './queries.ts'

const InviteQr = lazy(() => import('./invite-qr.tsx'))
const TransferDialog = lazy(() => import('./transfer-dialog.tsx'))

/** Shows the invite link and transfers invite earnings. */
export function InviteCard({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const status = useStatus()
  const least = status.quota_per_unit
  const tooLittle = user.aff_quota < least && t('invite.tooLittle', { amount: formatQuota(least, status) })
  const transfer = () =>
    void openOverlay<void>((close) => <TransferDialog available={user.aff_quota} onClose={close} />)
  return (
    <Card title={t('invite.title')}>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2">
        <Fact name={t('invite.pending')}>
          <span className={user.aff_quota > 0 ? 'text-danger' : undefined}>
            <Money quota={user.aff_quota} />
          </span>
        </Fact>
        <Fact name={t('invite.total')}>
          <Money quota={user.aff_history_quota} />
        </Fact>
        <Fact name={t('invite.count')}>{user.aff_count}</Fact>
      </dl>
      <Button size="small" className="self-start" disabledReason={tooLittle} onClick={transfer}>
        {t('invite.transfer')}
      </Button>
      <InviteLink />
    </Card>
  )
}

/** The reader's invite link, to copy or as a QR code. */
export function InviteLink() {
  const { t } = useTranslation('personal')
  const id = useId()
  const { server_address } = useStatus()
  const { data: code, error, refetch } = useQuery(inviteCodeQuery)
  if (error) {
    return (
      <p role="alert" className="text-danger">
        {error.message}{' '}
        <button type="button" className="min-h-6 underline" onClick={() => void refetch()}>
          {t('retry')}
        </button>
      </p>
    )
  }
  const link = code ? inviteLink(server_address || location.origin, code) : ''
  return (
    <div>
      <label htmlFor={id} className="mb-1 block">
        {t('invite.link')}
      </label>
      <Input
        id={id}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        suffix={
          link && (
            <>
              <IconButton
                size="small"
                label={t('invite.qr')}
                icon={<QrCode size={16} aria-hidden />}
                onClick={() => void openOverlay<void>((close) => <InviteQr link={link} onClose={close} />)}
              />
              <CopyButton label={t('invite.copy')} text={link} words={t('invite.copied')} />
            </>
          )
        }
      />
      <p className="mt-1 text-muted text-small">{t('invite.hint')}</p>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-small">{name}</dt>
      <dd className="font-strong text-lead">{children}</dd>
    </div>
  )
}
