import { useTranslation } from 'react-i18next'
import { CHANNEL_STATUS, REDEMPTION_STATUS, TOKEN_STATUS } from '#contract/statuses.ts'
import { nameOfRole, stateOfUser } from '#web/features/users/standing.ts'
import { formatQuota, formatTime, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { type ActionName, actionKey, isActionName, isTargetKind } from './actions.ts'
import { isFieldName, isMoneyField, isTimeField } from './fields.ts'

/** Returns formatters for audit values in the reader's language. */
export function useWording() {
  const { t } = useTranslation('audits')
  const { t: users } = useTranslation('users')
  const status = useStatus()

  const nameOfStatus = (kind: string, value: number) => {
    if (kind === 'user') return users(`state.${stateOfUser({ status: value, DeletedAt: null })}`)
    const words: Record<number, string> =
      kind === 'channel'
        ? {
            [CHANNEL_STATUS.enabled]: t('status.enabled'),
            [CHANNEL_STATUS.disabled]: t('status.disabled'),
            [CHANNEL_STATUS.autoDisabled]: t('status.autoDisabled'),
          }
        : kind === 'redemption'
          ? {
              [REDEMPTION_STATUS.unused]: t('status.unused'),
              [REDEMPTION_STATUS.disabled]: t('status.disabled'),
              [REDEMPTION_STATUS.used]: t('status.used'),
            }
          : { [TOKEN_STATUS.enabled]: t('status.enabled'), [TOKEN_STATUS.disabled]: t('status.disabled') }
    return words[value] ?? String(value)
  }

  return {
    action: (action: string) => (isActionName(action) ? t(`action.${actionKey(action as ActionName)}`) : action),
    kind: (kind: string) => (isTargetKind(kind) ? t(`kind.${kind}`) : kind),
    /** Returns the label of a field; fields without a label keep their own name. */
    field(path: readonly string[]) {
      const [first = '', ...rest] = path
      const name = first === '' ? t('detail.value') : isFieldName(first) ? t(`field.${first}`) : first
      return [name, ...rest].join(' › ')
    },
    /** Formats a value, shortened for lists when `short` is set; null where there is none. */
    value(kind: string, path: readonly string[], value: unknown, short = false): string | null {
      const name = path.length === 1 ? (path[0] ?? '') : ''
      if (value === undefined || value === null || value === '') return null
      if (name === 'role' && typeof value === 'number') return users(`role.${nameOfRole(value)}`)
      if (name === 'status' && typeof value === 'number') return nameOfStatus(kind, value)
      if (name === 'password') return t('detail.changed')
      if (typeof value === 'number' && isTimeField(name, value)) return formatTime(value)
      if (typeof value === 'number' && isMoneyField(name)) {
        const amount = formatQuota(value, status)
        return short ? amount : t('detail.money', { amount, units: fullNumber(value) })
      }
      return typeof value === 'object' ? JSON.stringify(value, null, short ? 0 : 2) : String(value)
    },
  }
}

export type Wording = ReturnType<typeof useWording>
