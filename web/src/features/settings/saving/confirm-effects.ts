import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { OptionKey } from '#contract/options.ts'
import { fullNumber } from '#web/lib/format.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { type Drafts, type Texts, wantedText } from '../drafts/drafts.ts'
import { loginUsersQuery } from '../drafts/option-queries.ts'
import { LOGIN_SWITCHES, lockedOut } from '../options/lockout.ts'
import { lockoutText } from '../options/lockout-text.ts'

interface Effects {
  client: QueryClient
  t: TFunction<'settings'>
  /** The options as the server has them. */
  texts: Texts
  /** The drafts now: they can change while a question is open. */
  drafts: () => Drafts
  /** Id of the current user. */
  self: number | undefined
}

/** Asks for confirmation of changes with effects beyond their option. Resolves with whether to save. */
export async function confirmEffects(effects: Effects): Promise<boolean> {
  return (await confirmLockout(effects)) && (await confirmRevaluation(effects))
}

/** Asks for confirmation when a login switch changes and password login will be off. */
async function confirmLockout({ client, t, texts, drafts, self }: Effects): Promise<boolean> {
  const current = drafts()
  const isOn = (key: OptionKey) => wantedText(key, texts, current) === 'true'
  if (isOn('PasswordLoginEnabled') || !LOGIN_SWITCHES.some((key) => current.has(key))) return true
  const data = await client.fetchQuery(loginUsersQuery).catch((error: Error) => error)
  const who =
    data instanceof Error
      ? t('lockout.failed', { message: data.message })
      : lockoutText(lockedOut(data.users, isOn), { looked: data.users.length, total: data.total, self }, t)
  return confirm({
    title: t('lockout.title'),
    description: `${t('lockout.text')}\n\n${who}`,
    action: t('lockout.action'),
    danger: true,
  })
}

/** Asks for confirmation before a change of `QuotaPerUnit`, which revalues all balances and prices. */
async function confirmRevaluation({ t, texts, drafts }: Effects): Promise<boolean> {
  const draft = drafts().get('QuotaPerUnit')
  if (!draft) return true
  const units = {
    from: fullNumber(Number(texts.get('QuotaPerUnit') ?? draft.base)),
    to: fullNumber(Number(draft.text)),
  }
  return confirm({
    title: t('revalue.title', units),
    description: t('revalue.text', units),
    action: t('revalue.action'),
    danger: true,
  })
}
