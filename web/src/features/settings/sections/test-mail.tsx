import { useMutation, useQuery } from '@tanstack/react-query'
import Send from 'lucide-react/icons/send'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { testMail } from '#contract/api/options.ts'
import { call } from '#web/lib/api.ts'
import { selfQuery } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { useDrafts, useSettings } from '../drafts/settings-context.ts'
import { mailProblem, mailValues } from './mail-values.ts'

/** Tests the mail server with the values on the page, and shows how far delivery got. */
export default function TestMail() {
  const { t } = useTranslation('settings')
  const id = useId()
  const { texts } = useSettings()
  const drafts = useDrafts()
  const { data: self } = useQuery(selfQuery)
  const [typed, setTyped] = useState<string>()
  const to = (typed ?? self?.email ?? '').trim()
  const values = mailValues(texts, drafts)
  const problem = mailProblem(values, to)
  const wanted = { to, values }
  const attempt = useMutation({
    mutationFn: (body: typeof wanted) => call(testMail, { body }),
    meta: { inline: true },
  })
  // The result of a test with other values does not apply.
  const isCurrent = JSON.stringify(attempt.variables) === JSON.stringify(wanted)
  const { data: result, error } = isCurrent && !attempt.isPending ? attempt : {}
  const send = () => !problem && !attempt.isPending && attempt.mutate(wanted)
  return (
    <div className="grid gap-2 px-4 py-3 max-sm:px-3">
      <label htmlFor={id}>{t('mailTest.to')}</label>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-80">
          <Input
            id={id}
            type="email"
            autoComplete="email"
            value={typed ?? self?.email ?? ''}
            aria-describedby={`${id}-hint`}
            aria-invalid={problem === 'invalid' && to !== ''}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && send()}
          />
        </div>
        <Button
          icon={<Send size={16} aria-hidden />}
          loading={attempt.isPending}
          disabledReason={problem && t(`mailTest.${problem}`)}
          onClick={send}
        >
          {t('mailTest.button')}
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-muted text-small">
        {t('mailTest.hint')}
      </p>
      {error && (
        <Banner tone="danger" role="alert">
          {error.message}
        </Banner>
      )}
      {result && (
        <Banner
          tone={result.step === 'taken' ? 'success' : 'danger'}
          role={result.step === 'taken' ? 'status' : 'alert'}
        >
          <p>{t(`mailTest.step.${result.step}`, { to: result.to })}</p>
          {result.detail && <p className="break-words text-small">{t('mailTest.said', { detail: result.detail })}</p>}
        </Banner>
      )}
    </div>
  )
}
