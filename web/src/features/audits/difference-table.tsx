import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { DASH } from '#web/lib/format.ts'
import type { AuditRow } from './audit-list.ts'
import type { Change } from './difference.ts'
import { useWording } from './use-wording.ts'

/** Shows the changes of a row field by field, before and after. */
export function DifferenceTable({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audits')
  const words = useWording()
  const { changes, target_kind: kind } = row
  if (changes.length === 0) return <p className="text-muted">{t('detail.nothing')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-start max-sm:block">
      <caption className="sr-only">{t('detail.caption')}</caption>
      <thead className="max-sm:sr-only">
        <tr className="text-small text-muted">
          <th scope="col" className="w-48 py-1 pe-3 text-start font-normal">
            {t('detail.field')}
          </th>
          <th scope="col" className="py-1 pe-3 text-start font-normal">
            {t('detail.before')}
          </th>
          <th scope="col" className="py-1 text-start font-normal">
            {t('detail.after')}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map((change) => {
          const [before, after] = sidesOf(change).map((value) => words.value(kind, change.path, value))
          return (
            <tr key={change.path.join('.')} className="border-line border-t align-top max-sm:block max-sm:py-2">
              <th scope="row" className="py-2 pe-3 text-start font-normal break-words max-sm:block max-sm:py-0.5">
                {words.field(change.path)}
              </th>
              <Side sign="−" text={before} className="bg-danger-soft" />
              <Side sign="+" text={after} className="bg-success-soft" />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Returns the values before and after; for a list, the removed and the added members. */
function sidesOf(change: Change): [before: unknown, after: unknown] {
  return change.kind === 'list' ? [change.removed.join('\n'), change.added.join('\n')] : [change.before, change.after]
}

interface SideProps {
  /** A character that marks the side, so that colour is not the only difference. */
  sign: string
  text: string | null | undefined
  className: string
}

function Side({ sign, text, className }: SideProps) {
  return (
    <td className="py-1.5 pe-3 last:pe-0 max-sm:block max-sm:py-0.5 max-sm:pe-0">
      {text ? (
        <span className={cx('flex gap-1.5 rounded-control px-1.5 py-0.5', className)}>
          <span aria-hidden className="select-none">
            {sign}
          </span>
          <span
            lang=""
            tabIndex={text.length > LONG ? 0 : undefined}
            className="max-h-60 min-w-0 overflow-y-auto break-words whitespace-pre-wrap"
          >
            {text}
          </span>
        </span>
      ) : (
        <span className="px-1.5 text-muted">{DASH}</span>
      )}
    </td>
  )
}

/** Texts of at least this length may need more than their default height. */
const LONG = 300
