import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyPriceSync, type PriceSync, type SyncChange } from '#contract/api/price-sync.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { canApply, chosenAtFirst, countShown, findChanges, SHOWN, type Shown } from './change-groups.ts'
import { ChangeRow } from './change-row.tsx'
import { useSyncStep } from './sync-query.ts'

/** Rows that are drawn at first. */
const MOST = 100

/** What the lists would change, to choose from and to apply. */
export function ChangesCard({ state }: { state: PriceSync }) {
  const { t } = useTranslation('priceSync')
  const { changes, missing } = state
  return (
    <Card title={t('changes.title', { count: changes.length })}>
      {changes.length > 0 ? (
        <Changes state={state} />
      ) : (
        <EmptyState
          icon={<CircleCheck aria-hidden className="size-8" />}
          title={t('changes.none')}
          hint={t('changes.noneHint')}
        />
      )}
      {missing.length > 0 && <Missing models={missing} />}
    </Card>
  )
}

function Changes({ state }: { state: PriceSync }) {
  const { t } = useTranslation('priceSync')
  const { changes } = state
  const [chosen, setChosen] = useState(() => chosenAtFirst(state))
  const [shown, setShown] = useState<Shown>('all')
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const counts = countShown(changes)
  const found = findChanges(changes, shown, typed)
  const drawn = isWhole ? found : found.slice(0, MOST)
  const choosable = found.filter(canApply)
  const wanted = changes.filter((change) => canApply(change) && chosen.has(change.model))
  const all = choosable.every(({ model }) => chosen.has(model)) && choosable.length > 0
  const choose = (models: readonly SyncChange[], is: boolean) => {
    const names = models.map(({ model }) => model)
    setChosen(is ? new Set([...chosen, ...names]) : new Set([...chosen].filter((model) => !names.includes(model))))
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={typed}
          onChange={setTyped}
          className="w-60 max-sm:w-full"
        />
        <Select
          aria-label={t('show')}
          className="w-56 max-sm:w-full"
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(`shown.${value}`, { count: counts[value] }) }))}
          onChange={setShown}
        />
        <ApplyButton state={state} wanted={wanted} />
      </div>
      {found.length > 0 ? (
        <div>
          <div className="border-line border-b pb-1">
            <Checkbox
              label={t('chooseAll', { count: choosable.length })}
              checked={all}
              indeterminate={!all && choosable.some(({ model }) => chosen.has(model))}
              disabled={choosable.length === 0}
              onChange={(is) => choose(choosable, is)}
            />
          </div>
          <ul className="divide-y divide-line">
            {drawn.map((change) => (
              <ChangeRow
                key={change.model}
                change={change}
                isChosen={chosen.has(change.model)}
                onChoose={(is) => choose([change], is)}
              />
            ))}
          </ul>
          {drawn.length < found.length && (
            <Button className="mt-2" onClick={() => setWhole(true)}>
              {t('showAll', { count: found.length })}
            </Button>
          )}
        </div>
      ) : (
        <p className="py-4 text-muted">{t('nothingFound')}</p>
      )}
    </>
  )
}

function ApplyButton({ state, wanted }: { state: PriceSync; wanted: readonly SyncChange[] }) {
  const { t } = useTranslation('priceSync')
  const count = wanted.length
  const models = wanted.map(({ model }) => model)
  const apply = useSyncStep(
    () => call(applyPriceSync, { body: { check: state.check?.id ?? 0, models } }),
    () => toast.success(t('applied', { count })),
  )
  const ask = async () => {
    const held = wanted.filter(({ verdict }) => verdict === 'held').length
    const question = {
      title: t('ask.title', { count }),
      description: held > 0 ? t('ask.held', { count: held }) : t('ask.text'),
      action: t('apply', { count }),
    }
    if (await confirm(question)) apply.mutate(undefined)
  }
  return (
    <Button
      variant="primary"
      className="sm:ms-auto max-sm:w-full"
      loading={apply.isPending}
      disabledReason={count === 0 && t('chooseFirst')}
      onClick={() => void ask()}
    >
      {t('apply', { count })}
    </Button>
  )
}

function Missing({ models }: { models: readonly string[] }) {
  const { t } = useTranslation('priceSync')
  return (
    <details className="text-small">
      <summary className="cursor-pointer text-muted">{t('missing', { count: models.length })}</summary>
      <p className="pt-1 break-words">{models.join(', ')}</p>
    </details>
  )
}
