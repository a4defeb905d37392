import { useMutation, useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import ExternalLink from 'lucide-react/icons/external-link'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { redeem } from '#contract/api/redemption.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { refreshWallet } from './queries.ts'
import { codesLeft, codesOf, type Redeemed, redeemAll, worthOf } from './redeem.ts'

/** Redeems one or more codes, with a result for each. */
export function RedeemCard() {
  const { t } = useTranslation('wallet')
  const id = useId()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [done, setDone] = useState<readonly Redeemed[]>([])
  const codes = codesOf(text)
  const run = useMutation({
    mutationFn: (all: readonly string[]) =>
      redeemAll(all, {
        redeem: (key) => call(redeem, { body: { key } }),
        failed: (message) => t('redeem.failed', { message }),
        onProgress: setDone,
      }),
    onSuccess(results, all) {
      setDone(results)
      setText(codesLeft(all, results).join('\n'))
    },
    onSettled: () => refreshWallet(client),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (run.isPending) return
    setMissing(codes.length === 0)
    setDone([])
    if (codes.length > 0) run.mutate(codes)
    else document.getElementById(id)?.focus()
  }
  const progress = run.isPending && run.variables.length > 1 ? ` ${done.length}/${run.variables.length}` : ''
  return (
    <Card title={t('redeem.title')} action={<BuyLink />}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div>
          <label htmlFor={id} className="mb-1 block">
            {t('redeem.code')}
          </label>
          <Textarea
            id={id}
            code
            rows={3}
            className="min-h-22"
            value={text}
            readOnly={run.isPending}
            autoComplete="off"
            autoCapitalize="none"
            aria-invalid={missing}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={(event) => {
              setText(event.target.value)
              setMissing(false)
            }}
          />
          <p id={`${id}-error`} role="alert" className="mt-1 text-danger text-small empty:hidden">
            {missing && t('redeem.missing')}
          </p>
          <p id={`${id}-hint`} className="mt-1 text-muted text-small">
            {t('redeem.hint')}
          </p>
        </div>
        <Button type="submit" variant="primary" loading={run.isPending} className="self-start max-sm:w-full">
          {run.isPending ? t('redeem.busy') + progress : t('redeem.submit')}
          {!run.isPending && codes.length > 1 && ` (${codes.length})`}
        </Button>
      </form>
      <Results done={done} />
      <NoShop />
    </Card>
  )
}

const shopOf = ({ top_up_link: link = '' }: { top_up_link?: string }) => (/^https?:\/\//i.test(link) ? link : '')

/** Link to where codes are sold; only web URLs. */
function BuyLink() {
  const { t } = useTranslation('wallet')
  const link = shopOf(useStatus())
  if (!link) return null
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('default', 'small')}>
      {t('redeem.buy')}
      <ExternalLink size={14} aria-hidden />
    </a>
  )
}

/** Says that no place is known where codes are sold. */
function NoShop() {
  const { t } = useTranslation('wallet')
  if (shopOf(useStatus())) return null
  return (
    <p className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-small">
      {t('redeem.noShop')}
      <OpenSetting option="TopUpLink" />
    </p>
  )
}

function Results({ done }: { done: readonly Redeemed[] }) {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const worth = worthOf(done)
  return (
    <div role="status" className="empty:hidden">
      {worth > 0 && (
        <p className="font-strong">
          {t('redeem.success')} {t('redeem.worth', { amount: formatQuota(worth, status) })}
        </p>
      )}
      {done.length > 0 && (
        <ul aria-label={t('redeem.results')} className="mt-1 flex flex-col gap-1">
          {done.map((result) => (
            <li key={result.code} className="flex items-start gap-2">
              {result.ok ? (
                <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-success" />
              ) : (
                <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
              )}
              <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
                <code className="min-w-0 break-all">{result.code}</code>
                <span className={result.ok ? undefined : 'text-danger'}>
                  {result.ok ? <Money quota={result.quota} /> : result.message}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
