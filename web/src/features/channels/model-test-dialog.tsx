import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { runAll } from '#web/ui/table/run-all.ts'
import { Tag } from '#web/ui/tag.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { runTest } from './channel-checks.ts'
import { speedColour } from './channel-status.ts'

/** How the test of a model is going. */
type Result = 'running' | { seconds: number } | { message: string }

interface ModelTestProps {
  channel: Channel
  onClose: () => void
}

/** Models tested at once; the server does the same when it tests all channels. */
const AT_ONCE = 5

/** The models of a channel, each with its test. Closing the dialog lets no further test begin. */
export default function ModelTestDialog({ channel, onClose }: ModelTestProps) {
  const { t } = useTranslation('channels')
  const client = useQueryClient()
  const [keyword, setKeyword] = useState('')
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  const models = channel.models.split(',').filter((model) => model.toLowerCase().includes(keyword.toLowerCase()))
  const settle = (model: string, result: Result) => setResults((before) => new Map(before).set(model, result))

  async function test(model: string) {
    if (!open.current) return
    settle(model, 'running')
    try {
      settle(model, { seconds: await runTest(client, { channel, model }) })
    } catch (error) {
      settle(model, { message: error instanceof Error ? error.message : String(error) })
    }
  }
  const isRunning = [...results.values()].includes('running')
  const failed = models.filter((model) => isFailure(results.get(model)))
  return (
    <Dialog
      width="wide"
      title={t('test.title', { name: channel.name })}
      onClose={onClose}
      footer={
        <>
          {failed.length > 0 && !isRunning && (
            <Button onClick={() => void runAll(failed, test, AT_ONCE)}>
              {t('test.again', { count: failed.length })}
            </Button>
          )}
          <Button variant="primary" loading={isRunning} onClick={() => void runAll(models, test, AT_ONCE)}>
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
          <ModelRow key={model} model={model} result={results.get(model)} onTest={() => void test(model)} />
        ))}
      </ul>
      {models.length === 0 && <p className="py-6 text-center text-muted">{t('test.none')}</p>}
    </Dialog>
  )
}

const isFailure = (result: Result | undefined) => typeof result === 'object' && 'message' in result

function ModelRow({ model, result, onTest }: { model: string; result: Result | undefined; onTest: () => void }) {
  const { t } = useTranslation('channels')
  return (
    <li className="flex flex-wrap items-center gap-2 py-1">
      <span className="min-w-0 flex-1 truncate" {...tipIfCut(model)}>
        {model}
      </span>
      <span role="status" className="contents">
        {typeof result === 'object' && 'seconds' in result && (
          <Tag colour={speedColour(result.seconds * 1000)}>
            {t('response.seconds', { seconds: result.seconds.toFixed(2) })}
          </Tag>
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
