import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { type OptionChange, undoOption } from '#contract/api/options.ts'
import type { OptionKey } from '#contract/options.ts'
import { call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { historyQuery, refreshAfter } from '../drafts/option-queries.ts'
import type { Settings } from '../drafts/settings-context.ts'
import { isSecret } from '../options/sections.ts'
import { DifferenceList } from './difference-list.tsx'

const SHOWN = 20

interface Props {
  option: OptionKey
  settings: Settings
  onClose: () => void
}

/** Shows an option's change history, with undo for the last change. */
export default function HistoryDialog({ option, settings: { store }, onClose }: Props) {
  const { t } = useTranslation('settings')
  const { t: words } = useTranslation('options')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(historyQuery(option, SHOWN))
  const undo = useMutation({
    mutationFn: () => call(undoOption, { body: { key: option } }),
    meta: { inline: true },
    onSuccess() {
      toast.success(t('history.undone'))
      refreshAfter(client, [option])
    },
  })
  const secret = isSecret(option)
  const isEmpty = data?.data.length === 0
  return (
    <Dialog
      width="wide"
      title={t('history.title', { label: words(`option.${option}.label`) })}
      description={<code>{option}</code>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('action.close')}</Button>
          {!secret && !isEmpty && data && (
            <Button
              icon={<Undo2 size={16} aria-hidden />}
              loading={undo.isPending}
              disabledReason={store.all().has(option) && t('history.dirty')}
              onClick={() => undo.mutate()}
            >
              {t('history.undo')}
            </Button>
          )}
        </>
      }
    >
      {undo.error && (
        <Banner tone="danger" role="alert" className="mt-2">
          {undo.error.message}
        </Banner>
      )}
      {secret && <p className="mt-2 text-muted text-small">{t('history.secret')}</p>}
      {data ? (
        <>
          {isEmpty && <p className="mt-3 text-muted">{t('history.none')}</p>}
          <ol className="mt-2 divide-y divide-line">
            {data.data.map((change) => (
              <li key={change.id} className="grid gap-1 py-2">
                <p className="flex gap-2 text-muted text-small">
                  <Time at={change.created_at} />
                  {t('history.by', { name: change.actor_name })}
                </p>
                {secret ? (
                  <p className="text-small">{t(`history.${secretAct(change)}`)}</p>
                ) : (
                  <DifferenceList option={option} before={change.before} after={change.after} />
                )}
              </li>
            ))}
          </ol>
          {data.total > SHOWN && <p className="text-muted text-small">{t('history.newest', { count: SHOWN })}</p>}
        </>
      ) : error ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-3 h-24" />
      )}
    </Dialog>
  )
}

function secretAct({ before, after }: OptionChange): 'set' | 'cleared' | 'replaced' {
  if (after !== 'set') return 'cleared'
  return before === 'set' ? 'replaced' : 'set'
}
