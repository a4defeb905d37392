import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteLogs, type LogDeletion, listLogs, logDeletion } from '#contract/api/logs.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { formatTime, fullNumber, zoneName } from '#web/lib/format.ts'
import { fromLocalInput, toLocalInput } from '#web/lib/local-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Presets } from '#web/ui/form/fields/presets.tsx'
import { Input } from '#web/ui/input.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { LOG_AGES, type LogAge, momentOf, toType } from './log-ages.ts'

/**
 * Counts the rows that a deletion before this time removes; the log query's end is inclusive, the deletion's
 * is not.
 */
const olderQuery = (before: number) =>
  queryOptions({
    queryKey: ['logs', 'older', before],
    queryFn: async ({ signal }) => {
      const query = { p: 1, page_size: 10, end_timestamp: before - 1 }
      return (await call(listLogs, { query }, signal)).total
    },
    enabled: before > 0,
  })

const LOOK_MS = 1000

const deletionQuery = queryOptions({
  queryKey: ['logs', 'deletion'],
  queryFn: ({ signal }) => call(logDeletion, {}, signal),
  refetchInterval: ({ state }) => (state.data?.running ? LOOK_MS : false),
})

/** The ages to choose from, the youngest first. */
const AGES = (Object.keys(LOG_AGES) as LogAge[]).sort((one, other) => LOG_AGES[one] - LOG_AGES[other])

/** Deletes log rows older than a given time, after counting them. */
export function ClearLogs() {
  const { t } = useTranslation('settings')
  const { t: form } = useTranslation('form')
  const id = useId()
  const [start] = useState(() => Math.floor(Date.now() / 1000))
  const [text, setText] = useState(() => toLocalInput(momentOf('month', start)))
  const [isMissing, setMissing] = useState(false)
  const moment = fromLocalInput(text)
  const before = Number.isFinite(moment) && moment > 0 ? moment : 0
  const older = useQuery(olderQuery(before))
  const { remove, progress } = useDeletion()

  const ask = async () => {
    setMissing(before === 0)
    if (before === 0) return document.getElementById(id)?.focus()
    // Recounted: rows may have been added or deleted since.
    const { data: rows } = await older.refetch()
    if (rows === undefined) return
    const count = fullNumber(rows)
    const yes = await confirm({
      title: t('logs.confirmTitle', { count: rows, replace: { count } }),
      description: t('logs.confirmText', { time: `${formatTime(before)} ${zoneName(new Date(before * 1000))}` }),
      action: t('logs.confirmAction', { count: rows, replace: { count } }),
      danger: true,
      typeToConfirm: toType(rows),
    })
    if (yes) remove.mutate(before)
  }
  const options = AGES.map((age) => ({ label: t(`logs.${age}`), value: momentOf(age, start) }))
  return (
    <div className="grid gap-2 px-4 py-3 max-sm:px-3">
      <div>
        <h3>{t('logs.title')}</h3>
        <p className="text-muted text-small">{t('logs.hint')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="max-sm:w-full">
          <label htmlFor={id} className="mb-1 block text-small">
            {t('logs.time')} <span className="text-muted">{form('time.zone', { zone: zoneName() })}</span>
          </label>
          <Input
            id={id}
            type="datetime-local"
            step={1}
            aria-invalid={isMissing && before === 0}
            aria-describedby={`${id}-state`}
            className="sm:w-60"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Presets
          label={t('logs.ages')}
          options={options}
          chosen={before}
          onChoose={(value) => setText(toLocalInput(value))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="danger"
          loading={remove.isPending || progress !== undefined}
          disabledReason={older.data === 0 && t('logs.noneOlder')}
          onClick={() => void ask()}
        >
          {t('logs.title')}
        </Button>
        <span id={`${id}-state`} aria-live="polite" className="text-small">
          {progress ? (
            t('logs.deleting', { deleted: fullNumber(progress.deleted), rows: fullNumber(progress.rows) })
          ) : before === 0 ? (
            <span className={isMissing ? 'text-danger' : 'text-muted'}>{t('logs.choose')}</span>
          ) : (
            <OlderRows rows={older.data} error={older.error} />
          )}
        </span>
      </div>
    </div>
  )
}

/** Begins a deletion, and follows the one that runs, whoever began it. */
function useDeletion() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const wasRunning = useRef(false)
  const { data: state } = useQuery(deletionQuery)
  const running = state?.running ?? false
  const tellEnd = useCallback(
    ({ left, rows }: LogDeletion) => {
      if (left === 0) toast.success(t('logs.done', { count: rows, replace: { count: fullNumber(rows) } }))
      else toast.error(t('logs.stopped', { count: left, replace: { count: fullNumber(left) } }))
      void refresh(client, { queryKey: ['logs'] })
    },
    [t, client],
  )
  useEffect(() => {
    if (wasRunning.current && state && !running) tellEnd(state)
    wasRunning.current = running
  }, [state, running, tellEnd])
  const remove = useMutation({
    mutationFn: (target_timestamp: number) => call(deleteLogs, { query: { target_timestamp } }),
    meta: { inline: true },
    onSuccess: async () => {
      const now = await client.fetchQuery({ ...deletionQuery, staleTime: 0 })
      if (!now.running) tellEnd(now)
    },
    onError: (error) => toast.error(t('logs.failed', { message: error.message })),
  })
  const progress =
    running && state ? { deleted: state.rows - Math.min(state.left, state.rows), rows: state.rows } : undefined
  return { remove, progress }
}

/** Says how many rows would be deleted. */
function OlderRows({ rows, error }: { rows: number | undefined; error: Error | null }) {
  const { t } = useTranslation('settings')
  if (error) return <span className="text-danger">{t('logs.countFailed', { message: error.message })}</span>
  if (rows === undefined) return <span className="text-muted">{t('logs.counting')}</span>
  return (
    <span className="tabular-nums">
      {rows === 0 ? t('logs.noneOlder') : t('logs.count', { count: rows, replace: { count: fullNumber(rows) } })}
    </span>
  )
}
