import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/rotate-ccw-clock'
import ScrollText from 'lucide-react/icons/scroll-text'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, updateUser } from '#contract/api/users.ts'
import { MAX_USER_RATIO } from '#contract/prices/price.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { readAgain } from '#web/lib/records.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormEnds } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { changesOf, type SeenBalance } from './changes.ts'
import { valuesOfUser } from './form-values.ts'
import { stateOfUser } from './standing.ts'
import { RoleTag } from './tags.tsx'
import { UserFields } from './user-fields.tsx'
import { patchUser, userQuery } from './user-list.ts'

/** The form of a user; a deleted one is only shown. */
export function EditUserForm({ record: user, ...ends }: { record: User } & FormEnds) {
  return stateOfUser(user) === 'deleted' ? <DeletedUser user={user} /> : <EditForm {...ends} user={user} />
}

function EditForm({ user, onSaved, onCancel }: { user: User } & FormEnds) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const status = useStatus()
  // The values that the form started with: later refetches do not count as the user's changes.
  const [former] = useState(user)
  const balance = useBalance(former)
  const beforeChange = { ...former, ...balance.seen }
  const words = {
    unreadable: t('form.balanceUnreadable'),
    belowZero: t('form.balanceBelowZero'),
    tooLarge: t('form.balanceTooLarge'),
    ratio: t('form.ratioWrong', { max: MAX_USER_RATIO }),
  }
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ editForm }) => editForm(beforeChange, status, words)),
    values: valuesOfUser(former),
    stored: async () => valuesOfUser(await readAgain(client, userQuery(user.id))),
    draft: { key: `user:edit:${user.id}`, secrets: ['password'] },
    async save(edited) {
      const changes = changesOf(former, edited, balance.seen, status)
      const reply = await call(updateUser, { body: { id: user.id, ...changes } }).catch(async (error) => {
        throw 'quota_change' in changes ? await balance.explain(error) : error
      })
      patchUser(client, user.id, reply)
      toast.success(t('toast.updated'))
      onSaved()
    },
  })
  useLeaveGuard(form)
  return (
    <Form form={form} label={t('form.update')} save={t('form.submit')} onCancel={onCancel}>
      <UserHead user={user} />
      <UserFields form={form} user={beforeChange} />
    </Form>
  )
}

/** A deleted user, of whom nothing can be changed; the overview has the remaining data. */
function DeletedUser({ user }: { user: User }) {
  const { t } = useTranslation('users')
  return (
    <div className="grid flex-1 grid-cols-1 content-start gap-4 overflow-y-auto px-4 py-3">
      <Banner tone="warning">{t('deleted')}</Banner>
      <UserHead user={user} />
    </div>
  )
}

/** Manages the balance that a form changes: as last displayed, also after a failed change. */
function useBalance(user: User) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const status = useStatus()
  const [seen, setSeen] = useState<SeenBalance>({ quota: user.quota, used_quota: user.used_quota, uncertain: false })

  /**
   * Explains a failed change: after a rejection the current balance is shown, after a lost response the change
   * may have been applied.
   */
  async function explain(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiError)) return error
    const { message, status: http, requestId, fields } = error
    if (fields.quota !== undefined) {
      const now = await readAgain(client, userQuery(user.id)).catch(() => null)
      if (!now) return error
      setSeen({ quota: now.quota, used_quota: now.used_quota, uncertain: false })
      const words = t(seen.uncertain ? 'form.balanceMaybeMade' : 'form.balanceMoved', {
        amount: formatQuota(now.quota, status),
      })
      return new ApiError(words, http, requestId, { balance: words })
    }
    if (http !== 0 && http < 500) return error
    setSeen({ ...seen, uncertain: true })
    return new ApiError(`${message}${t('form.balanceUncertain')}`, http, requestId)
  }
  return { seen, explain }
}

/** The id and role of a user, with links to related records. */
function UserHead({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const actor = useUser()
  const { id, username } = user
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex items-center gap-1.5">
        <span className="text-muted tabular-nums">ID {id}</span>
        <RoleTag role={user.role} />
      </span>
      <nav aria-label={t('head.links', { name: username })} className="ms-auto flex items-center gap-1.5">
        <Link to="/log" search={{ username, range: '30d' }} className={buttonClass('default', 'small')}>
          <ScrollText size={14} aria-hidden />
          {t('head.logs')}
        </Link>
        {user.aff_count > 0 && (
          <Link to="/user" search={{ keyword: `inviter:${id}` }} className={buttonClass('default', 'small')}>
            <UserPlus size={14} aria-hidden />
            {t('head.invited', { count: user.aff_count })}
          </Link>
        )}
        {allows('root', actor) && (
          <Link
            to="/audit"
            search={{ target_kind: 'user', target_id: String(id) }}
            className={buttonClass('default', 'small')}
          >
            <History size={14} aria-hidden />
            {t('head.audits')}
          </Link>
        )}
      </nav>
    </div>
  )
}
