import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { fullKey } from '#web/lib/api-key.ts'
import { chargeQuery } from '#web/lib/charge-query.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import Combobox from '#web/ui/choice/combobox.tsx'
import { Money } from '#web/ui/money.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { callableModels } from './example-model.ts'
import { modelsQuery, refreshTokens } from './token-list.ts'
import { TRIED_PROMPT, type TriedCall, tryCall } from './try-call.ts'
import { useExampleModel } from './use-example-model.ts'

/** Tests a token with a real call, and shows the result or the reason of failure. */
export default function TryDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  const { t: common } = useTranslation()
  const id = useId()
  const { data: all = [] } = useQuery(modelsQuery)
  const models = callableModels(token, all)
  const example = useExampleModel(token)
  const [chosen, setChosen] = useState('')
  const model = chosen || example
  const attempt = useMutation({ mutationFn: () => tryCall(fullKey(token.key), model) })
  return (
    <Dialog
      title={`${t('row.try')} · ${token.name}`}
      description={t('try.hint', { prompt: TRIED_PROMPT })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('action.close')}</Button>
          <Button variant="primary" loading={attempt.isPending} onClick={() => attempt.mutate()}>
            {t('try.send')}
          </Button>
        </>
      }
    >
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('try.model')}
      </label>
      <Combobox
        id={id}
        options={models.map((value) => ({ value, icon: <ModelMark model={value} /> }))}
        value={model}
        onChange={(next) => {
          setChosen(next)
          attempt.reset()
        }}
      />
      <div role="status" className="mt-3 empty:hidden">
        {attempt.data &&
          (attempt.data.problem === undefined ? (
            <Answer call={attempt.data} onLeave={onClose} />
          ) : (
            <Refusal call={attempt.data} />
          ))}
      </div>
    </Dialog>
  )
}

function Answer({ call: { text, ms, requestId }, onLeave }: { call: TriedCall; onLeave: () => void }) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  const { data: row } = useQuery(chargeQuery(requestId))
  const isCharged = Boolean(row)
  useEffect(() => {
    if (isCharged) void refreshTokens(client)
  }, [isCharged, client])
  return (
    <Banner tone="success">
      <strong>{t('try.works', { time: formatDuration(ms) })}</strong>
      <p lang="" className="break-words whitespace-pre-wrap">
        {text}
      </p>
      <p className="flex min-h-5 flex-wrap gap-x-3 text-small">
        {row && (
          <>
            <Money quota={row.quota} digits={6} />
            <Link
              to="/log"
              search={{ request_id: requestId, row: row.id }}
              className="text-primary underline"
              onClick={onLeave}
            >
              {t('try.log')}
            </Link>
          </>
        )}
      </p>
    </Banner>
  )
}

function Refusal({ call: { status, problem, requestId } }: { call: TriedCall }) {
  const { t } = useTranslation('tokens')
  const { t: common } = useTranslation()
  return (
    <Banner tone="danger">
      <strong>{t('try.failed')}</strong>
      <p className="break-words">{problem}</p>
      <p className="text-small break-all">
        {[status > 0 && `HTTP ${status}`, requestId && common('error.requestId', { id: requestId })]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Banner>
  )
}
