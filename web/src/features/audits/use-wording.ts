import { useTranslation } from 'react-i18next'
import { CHANNEL_STATUS, REDEMPTION_STATUS, TOKEN_STATUS } from '#contract/statuses.ts'
import { nameOfRole, stateOfUser } from '#web/features/users/standing.ts'
import { formatQuota, formatTime, fullNumber } from '#web/lib/format.ts'
import { formatCharge } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'
import { type ActionName, actionKey, isActionName, isTargetKind } from './actions.ts'
import { isMoneyField, isTimeField } from './fields.ts'

/** Returns formatters for audit values in the reader's language. */
export function useWording() {
  const { t, i18n } = useTranslation('audits')
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

  const fieldName = (name: string) => {
    const known = [`audits:field.${name}`, `alerts:parameter.${name}`].find((key) => i18n.exists(key))
    return known ? t(known as 'field.id') : name
  }

  return {
    action: (action: string) => (isActionName(action) ? t(`action.${actionKey(action as ActionName)}`) : action),
    /** Names a target without a name: a setting by its label, others by their id. */
    target: (kind: string, id: string) => {
      const label = kind === 'option' ? `options:option.${id}.label` : `alerts:kind.${id}`
      return i18n.exists(label) ? t(label as 'title') : id
    },
    kind: (kind: string) => (isTargetKind(kind) ? t(`kind.${kind}`) : kind),
    /** Returns the label of a field; fields without a label keep their own name. */
    field(path: readonly string[]) {
      // The parameters of a rule are named alone.
      const names = path[0] === 'parameters' && path.length > 1 ? path.slice(1) : path
      if (names.length === 0) return t('detail.value')
      return names.map((name, depth) => (depth === 0 ? fieldName(name) : name)).join(' › ')
    },
    /** Formats a value, shortened for lists when `short` is set; null where there is none. */
    value(kind: string, path: readonly string[], value: unknown, short = false): string | null {
      const name = path.length === 1 || path[0] === 'parameters' ? (path.at(-1) ?? '') : ''
      if (value === undefined || value === null || value === '') return null
      if (name === 'role' && typeof value === 'number') return users(`role.${nameOfRole(value)}`)
      if (name === 'status' && typeof value === 'number') return nameOfStatus(kind, value)
      if (name === 'password') return t('detail.changed')
      if (typeof value === 'number' && isTimeField(name, value)) return formatTime(value)
      if (typeof value === 'number' && isMoneyField(name)) {
        const amount = formatQuota(value, status)
        return short ? amount : t('detail.money', { amount, units: fullNumber(value) })
      }
      if (typeof value === 'number' && /_usd$/.test(name)) return formatCharge(value, status)
      if (isFlag(name, value)) return t(value ? 'status.enabled' : 'status.disabled')
      if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
      return typeof value === 'object' ? JSON.stringify(value, null, short ? 0 : 2) : String(value)
    },
  }
}

const FLAGS = ['enabled', 'urgent', 'auto_ban']
const isFlag = (name: string, value: unknown) => FLAGS.includes(name) && (value === 0 || value === 1)

export type Wording = ReturnType<typeof useWording>
