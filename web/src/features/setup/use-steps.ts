import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setOption } from '#contract/api/options.ts'
import { recordSetup, type SetupFacts, type SetupStep } from '#contract/api/setup.ts'
import type { OptionKey } from '#contract/options.ts'
import { openChangePassword } from '#web/features/session/open-change-password.tsx'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { LANGUAGES, type Language } from '#web/lib/language.ts'
import { useStatus } from '#web/lib/status.ts'
import { getStored } from '#web/lib/storage.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { setupQuery } from './setup-query.ts'

export interface StepButton {
  label: string
  run: () => void
  loading?: boolean
}

/** A setup step with its texts and buttons. */
export interface Step {
  id: SetupStep
  title: string
  hint: string
  action: StepButton
  /** Marks the step as not needed. */
  keep?: StepButton
}

/** Returns the texts and buttons of the setup steps; each button opens the exact place. */
export function useSteps(facts: SetupFacts | undefined) {
  const { t } = useTranslation('setup')
  const navigate = useNavigate()
  const record = useRecord()
  const useAddress = useServerAddress()
  const useLanguage = useSiteLanguage()
  const { email_verification } = useStatus()
  const here = location.origin
  const toSettings = (section: string) => () => void navigate({ to: '/setting', search: { tab: 'system', section } })
  const keep = (choice: Parameters<typeof record.mutate>[0], label: string): StepButton => ({
    label,
    run: () => record.mutate(choice),
    loading: record.isPending && Object.keys(choice)[0] === Object.keys(record.variables)[0],
  })
  const hasChannels = facts !== undefined && facts.channels !== 'none'
  const address = facts?.server_address ?? ''

  return (id: SetupStep): Step => {
    const title = t(`step.${id}.title`)
    switch (id) {
      case 'password':
        return {
          ...{ id, title, hint: t('step.password.hint') },
          action: { label: t('step.password.action'), run: openChangePassword },
        }
      case 'language': {
        const choose = (language: Language): StepButton => ({
          label: LANGUAGES[language],
          run: () => useLanguage.mutate(language),
          loading: useLanguage.isPending && useLanguage.variables === language,
        })
        const [first, second] = getStored('language') === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const)
        return { id, title, hint: t('step.language.hint'), action: choose(first), keep: choose(second) }
      }
      case 'address':
        return {
          ...{ id, title, hint: address ? t('step.address.differs', { address, here }) : t('step.address.hint') },
          action: {
            label: t('step.address.action', { here }),
            run: () => useAddress.mutate({ here, address }),
            loading: useAddress.isPending,
          },
        }
      case 'channel':
        return {
          ...{ id, title, hint: t(hasChannels ? 'step.channel.unproven' : 'step.channel.hint') },
          action: hasChannels
            ? { label: t('step.channel.test'), run: () => void navigate({ to: '/channel' }) }
            : { label: t('step.channel.action'), run: () => void navigate({ to: '/channel/add' }) },
        }
      case 'prices':
        return {
          ...{ id, title, hint: t('step.prices.hint', { count: facts?.unpriced ?? 0 }) },
          action: {
            label: t('step.prices.action'),
            run: () => void navigate({ to: '/price', search: { shown: 'unpriced' } }),
          },
        }
      case 'call':
        return {
          ...{ id, title, hint: t('step.call.hint') },
          action: { label: t('step.call.action'), run: () => void navigate({ to: '/token/add' }) },
        }
      case 'entry':
        return {
          ...{ id, title, hint: t('step.entry.hint') },
          action: { label: t('step.entry.action'), run: toSettings('login') },
          keep: keep({ entry: 'reviewed' }, t('step.entry.keep')),
        }
      case 'mail':
        return {
          ...{ id, title, hint: t('step.mail.hint') },
          action: { label: t('step.mail.action'), run: toSettings('smtp') },
          // E-mail verification requires the mail step.
          ...(email_verification ? {} : { keep: keep({ mail: 'not_needed' }, t('step.mail.keep')) }),
        }
    }
  }
}

/** Records a decision of root, and refetches the facts before the step counts as done. */
export function useRecord() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof call<typeof recordSetup>>[1]['body']) => call(recordSetup, { body }),
    onSuccess: () => refresh(client, { queryKey: setupQuery.queryKey }),
  })
}

/** Sets the language of errors and emails for people whose language is unknown. */
function useSiteLanguage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (value: Language) => call(setOption, { body: { key: 'ErrorLanguage', value } }),
    onSuccess: () => refreshOptions(client, ['ErrorLanguage']),
  })
}

/** Loaded with the first change: the list of options is large. */
async function refreshOptions(client: QueryClient, keys: OptionKey[]) {
  const { refreshAfter } = await import('#web/features/settings/drafts/option-queries.ts')
  refreshAfter(client, keys)
}

/** Sets the server address to the browser's origin; asks for confirmation before replacing another one. */
function useServerAddress() {
  const { t } = useTranslation('setup')
  const client = useQueryClient()
  return useMutation({
    async mutationFn({ here, address }: { here: string; address: string }) {
      const question = {
        title: t('step.address.ask'),
        description: t('step.address.askText', { here, address }),
        action: t('step.address.replace'),
      }
      if (address && !(await confirm(question))) return
      await call(setOption, { body: { key: 'ServerAddress', value: here } })
      await refreshOptions(client, ['ServerAddress'])
      toast.success(t('step.address.saved', { here }))
    },
  })
}
