import type { ErrorCode } from '#contract/errors.ts'
import { DEFAULT_GROUP } from '#contract/groups.ts'
import { errorCodeOf } from '#contract/login/login-errors.ts'
import { loginSwitches, providerSpec } from '#contract/login/login-providers.ts'
import { wrongOidcOption } from '#contract/login/oidc-providers.ts'
import { isStoredKey, type OptionValues, type StoredKey } from '#contract/options.ts'
import { isWebAddress } from '#contract/picture-address.ts'
import { hasStrayBlank, isToolName, PRICE_MAPS } from '#contract/prices/price.ts'
import { fallbackProblem, MAX_FALLBACKS } from '#contract/routing.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

interface Need {
  filled: readonly string[]
  otherwise: ErrorCode
  /** The provider's name in the error. */
  name?: string
}

/** Options that need a value before a switch can be turned on. */
const REQUIREMENTS: Partial<Record<StoredKey, Need>> = {
  ...loginSwitches(
    (id): Need => ({
      filled: providerSpec(id).required,
      otherwise: errorCodeOf(id, 'not_configured'),
      name: providerSpec(id).label.en,
    }),
  ),
  EmailDomainRestrictionEnabled: { filled: ['EmailDomainWhitelist'], otherwise: 'email_whitelist_empty' },
  TurnstileCheckEnabled: { filled: ['TurnstileSiteKey', 'TurnstileSecretKey'], otherwise: 'turnstile_not_configured' },
}

/** Options whose names are groups. */
const NAME_GROUPS: readonly StoredKey[] = [
  'GroupRatio',
  'TopupGroupRatio',
  'UserUsableGroups',
  'GroupCallsPerMinute',
  'GroupLimits',
  'GroupRouting',
  'GroupHedging',
  'GroupWaitSeconds',
]

/**
 * Refuses group names that no list of groups can hold: such lists are split at commas, and blanks are trimmed.
 * Refuses group ratios without the group of new users.
 */
export function checkGroupNames<K extends StoredKey>(key: K, value: OptionValues[K]): void {
  if (!NAME_GROUPS.includes(key)) return
  const wrong = Object.keys(value).find((name) => name === '' || name !== name.trim() || name.includes(','))
  if (wrong !== undefined) throw new ApiError('option_group_name', { name: wrong })
  if (key === 'GroupRatio' && !Object.hasOwn(Object(value), DEFAULT_GROUP)) throw new ApiError('option_default_group')
}

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'GroupLimits'>

/** Refuses limits of a group that does not exist and that had none before: nobody would be limited by them. */
export function checkLimitedGroups(limits: object, { GroupRatio, GroupLimits }: GroupOptions): void {
  const isKnown = (name: string) => Object.hasOwn(GroupRatio, name) || Object.hasOwn(GroupLimits, name)
  const unknown = Object.keys(limits).find((name) => !isKnown(name))
  if (unknown !== undefined) throw new ApiError('option_group_unknown', { name: unknown })
}

/** Refuses prices under names that no model and no tool has, which would have no effect. */
export function checkPriceNames(key: StoredKey, value: object): void {
  const stray = PRICE_MAPS.includes(key) ? Object.keys(value).find(hasStrayBlank) : undefined
  if (stray !== undefined) throw new ApiError('option_price_name', { name: stray })
  const wrong = key === 'ToolPrice' ? Object.keys(value).find((name) => !isToolName(name)) : undefined
  if (wrong !== undefined) throw new ApiError('option_tool_name', { name: wrong })
}

/** Refuses fallbacks of a model that would have no effect, or name the model itself. */
export function checkFallbacks(key: StoredKey, value: object): void {
  const wrong = key === 'ModelFallbacks' ? fallbackProblem(value as OptionValues['ModelFallbacks']) : undefined
  if (wrong !== undefined) throw new ApiError('option_fallback', { name: wrong, max: MAX_FALLBACKS })
}

/** Refuses scopes and group rules that no login could follow. */
export function checkOidcOption(key: StoredKey, text: string): void {
  const field = wrongOidcOption(key, text)
  if (field) throw new ApiError('option_oidc_provider', { name: providerSpec('oidc').label.en, field })
}

/** Refuses addresses of price lists that are none. */
export function checkListAddresses(key: StoredKey, value: unknown): void {
  if (key !== 'PriceSyncSources' || !Array.isArray(value)) return
  const wrong = value.find((line) => !isWebAddress(line))
  if (wrong !== undefined) throw new ApiError('price_sync_address', { address: wrong })
  if (value.length > MAX_LISTS) throw new ApiError('price_sync_too_many', { max: MAX_LISTS })
}

/** Entries of a map or list, and characters of a sensitive word: more would keep calls waiting while they are checked. */
export const MAX_ENTRIES = 10_000
export const MAX_WORD = 1000

/** Refuses an option whose check, or whose use, would take the server's time from calls. */
export function checkSize(key: StoredKey, value: unknown): void {
  if (key === 'SensitiveWords') {
    if ((value as string[]).some((word) => word.length > MAX_WORD))
      throw new ApiError('option_word_too_long', { max: MAX_WORD })
  } else if (Object.keys(Object(value)).length > MAX_ENTRIES)
    throw new ApiError('option_too_many', { max: MAX_ENTRIES })
}

/** Lists of one sync. */
const MAX_LISTS = 5

/** Refuses to enable what cannot work yet. Throws an ApiError that names what is missing. */
export function checkSwitch(key: StoredKey, text: string, current: Readonly<OptionValues>): void {
  const need = text === 'true' ? REQUIREMENTS[key] : undefined
  if (need && !need.filled.every((name) => isStoredKey(name) && String(current[name]) !== ''))
    throw new ApiError(need.otherwise, need.name ? { name: need.name } : {})
}
