import FlaskConical from 'lucide-react/icons/flask-conical'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Level } from '#web/ui/status.tsx'
import { runAll } from '#web/ui/table/bulk/run-with-progress.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { speedColour } from '../queries/channel-status.ts'
import type { ModelResult } from './probe-steps.ts'

interface ModelTestsProps {
  title: string
  models: readonly string[]
  test: (model: string, signal: AbortSignal) => Promise<ModelResult>
  /** Removes models from the channel. */
  onRemove: (models: readonly string[]) => void
  onClose: () => void
}

/** Tests models of a channel: one, all, or those that failed. */
export function ModelTests({ title, models: given, test, onRemove, onClose }: ModelTestsProps) {
  const { t } = useTranslation('channels')
  const { t: editor } = useTranslation('editor')
  const [keyword, setKeyword] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const { results, isRunning, run, cancel } = useModelTests(test)
  const models = given.filter(
    (model) => !removed.includes(model) && model.toLowerCase().includes(keyword.trim().toLowerCase()),
  )
  const failed = models.filter((model) => isFailed(results.get(model)))
  const done = [...results.values()].filter((result) => result !== 'running').length
  const left = given.length - removed.length - failed.length
  const remove = () => {
    setRemoved([...removed, ...failed])
    onRemove(failed)
  }
  return (
    <Dialog
      width="wide"
      title={title}
      onClose={onClose}
      footer={
        <>
          {failed.length > 0 && !isRunning && (
            <>
              <Button disabledReason={left === 0 && editor('tests.keepOne')} onClick={remove}>
                {editor('tests.remove', { count: failed.length })}
              </Button>
              <Button onClick={() => run(failed)}>{t('test.again', { count: failed.length })}</Button>
            </>
          )}
          {isRunning && (
            <>
              <span className="me-auto text-small text-muted tabular-nums" role="status">
                {editor('tests.progress', { done, failed: failed.length })}
              </span>
              <Button onClick={cancel}>{editor('tests.cancel')}</Button>
            </>
          )}
          <Button variant="primary" loading={isRunning} onClick={() => run(models)}>
            {t('test.all', { count: models.length })}
          </Button>
        </>
      }
    >
      <Input
        type="search"
        aria-label={t('test.search')}
        placeholder={t('test.search')}
        value={keyword}
        onChange={({ target }) => setKeyword(target.value)}
      />
      <ul className="mt-2 divide-y divide-line">
        {models.map((model) => (
          <ModelRow key={model} model={model} result={results.get(model)} onTest={() => run([model])} />
        ))}
      </ul>
      {models.length === 0 && <p className="py-6 text-center text-muted">{t('test.none')}</p>}
    </Dialog>
  )
}

interface ModelRowProps {
  model: string
  result: ModelResult | 'running' | undefined
  onTest: () => void
}

function ModelRow({ model, result, onTest }: ModelRowProps) {
  const { t } = useTranslation('channels')
  const { t: editor } = useTranslation('editor')
  return (
    <li className="flex flex-wrap items-center gap-2 py-1">
      <ModelMark model={model} />
      <span className="min-w-0 flex-1 truncate" {...tipIfCut(model)}>
        {model}
      </span>
      <span role="status" className="contents">
        {result === 'not_testable' && <Tag>{editor('tests.notTestable')}</Tag>}
        {typeof result === 'object' && 'seconds' in result && (
          <Level colour={speedColour(result.seconds * 1000)}>{formatDuration(result.seconds * 1000)}</Level>
        )}
        {typeof result === 'object' && 'message' in result && (
          <span className="order-last basis-full text-small break-words text-danger">{result.message}</span>
        )}
      </span>
      <Button
        size="small"
        icon={<FlaskConical size={14} aria-hidden />}
        loading={result === 'running'}
        aria-label={t('test.one', { model })}
        onClick={onTest}
      >
        {t('test.button')}
      </Button>
    </li>
  )
}

/** Number of concurrent model tests, as in the server's test of all channels. */
const AT_ONCE = 5

/**
 * Tests models, a few at a time. Finished results stay. Unmounting or `cancel` starts no further test and
 * aborts running ones through the signal.
 */
function useModelTests(test: (model: string, signal: AbortSignal) => Promise<ModelResult>) {
  const [results, setResults] = useState<ReadonlyMap<string, ModelResult | 'running'>>(new Map())
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  function settle(model: string, result: ModelResult | 'running' | undefined) {
    setResults((before) => {
      const next = new Map(before)
      if (result === undefined) next.delete(model)
      else next.set(model, result)
      return next
    })
  }
  async function run(models: readonly string[]) {
    // Tests started while others run are cancelled with them.
    if (stop.current.signal.aborted) stop.current = new AbortController()
    const { signal } = stop.current
    await runAll(
      models,
      async (model) => {
        settle(model, 'running')
        const result = await test(model, signal).catch((error: unknown) => ({
          message: error instanceof Error ? error.message : String(error),
        }))
        // An aborted test has no result.
        settle(model, signal.aborted && typeof result === 'object' && 'message' in result ? undefined : result)
      },
      AT_ONCE,
      signal,
    )
  }
  return {
    results,
    isRunning: [...results.values()].includes('running'),
    run: (models: readonly string[]) => void run(models),
    cancel: () => stop.current.abort(),
  }
}

const isFailed = (result: ModelResult | 'running' | undefined) => typeof result === 'object' && 'message' in result
