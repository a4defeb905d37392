import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Difference, repairWatchdog, type WatchdogReport } from '#contract/api/watchdog.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { isQuota, isRepairable, pageOfSubject, wrongChecks } from './findings.ts'
import { booksQuery } from './queries.ts'

const SHOWN = 100

/** What is wrong, and what to do about it. */
export function FindingsCard({ report }: { report: WatchdogReport }) {
  const { t } = useTranslation('operations')
  const client = useQueryClient()
  const repair = useMutation({
    mutationFn: () => call(repairWatchdog, {}),
    onSuccess: ({ changes }) => {
      void refresh(client, { queryKey: booksQuery.queryKey })
      toast.success(t('repair.done', { count: changes.length }))
    },
  })
  const ask = async () => {
    const question = { title: t('repair.ask'), description: t('repair.text'), action: t('repair.action') }
    if (await confirm(question)) repair.mutate()
  }
  const wrong = wrongChecks(report)
  const { differences } = report
  return (
    <>
      <section className="surface flex flex-col gap-2 px-4 py-3">
        <h2 className="text-lead">{t('findings.todo')}</h2>
        <ul className="flex flex-col gap-1.5">
          {wrong.map((name) => (
            <li key={name}>
              <strong>{t(`check.${name}.name`)}</strong>: {t(`check.${name}.todo`)}
            </li>
          ))}
        </ul>
        {wrong.some(isRepairable) && (
          <Button className="self-start" loading={repair.isPending} onClick={ask}>
            {t('repair.action')}
          </Button>
        )}
      </section>
      <PlainTable
        label={t('findings.title')}
        rows={differences.slice(0, SHOWN)}
        keyOf={({ check, subject, field }) => `${check} ${subject} ${field}`}
        columns={[
          { name: t('sums.check'), cell: ({ check }) => t(`check.${check}.name`) },
          { name: t('findings.subject'), wrap: true, cell: ({ subject }) => <Subject subject={subject} /> },
          { name: t('findings.field'), cell: ({ field }) => <code>{field}</code> },
          { name: t('sums.expected'), number: true, cell: (of) => <Value of={of} value={of.expected} /> },
          { name: t('sums.found'), number: true, cell: (of) => <Value of={of} value={of.found} /> },
          { name: t('sums.difference'), number: true, cell: (of) => <Value of={of} value={of.found - of.expected} /> },
        ]}
      />
      {differences.length > SHOWN && (
        <p className="text-muted text-small">{t('findings.more', { count: differences.length - SHOWN })}</p>
      )}
    </>
  )
}

function Value({ of, value }: { of: Difference; value: number }) {
  return isQuota(of) ? <Money quota={value} digits={6} /> : fullNumber(value)
}

function Subject({ subject }: { subject: string }) {
  const page = pageOfSubject(subject)
  const look = 'text-primary hover:underline'
  if (page?.kind === 'log') {
    return (
      <Link to="/log" search={{ row: page.id }} className={look}>
        {subject}
      </Link>
    )
  }
  if (!page) return <>{subject}</>
  return (
    <Link to={page.kind === 'user' ? '/user/$id' : '/channel/$id'} params={{ id: page.id }} className={look}>
      {subject}
    </Link>
  )
}
