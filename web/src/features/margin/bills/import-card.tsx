import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BillColumns, importBill, MAX_BILL_CHANNELS, MAX_BILL_SIZE } from '#contract/api/vendor-bills.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { columnNames, guessColumns, NO_COLUMNS } from './columns.ts'
import { billChannelsQuery, billsQuery } from './queries.ts'

interface Chosen {
  name: string
  text: string
}

/** Chooses a bill and the channels that it is for, and compares them. */
export function ImportCard() {
  const { t } = useTranslation('margin')
  const id = useId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [file, setFile] = useState<Chosen>()
  const [ids, setIds] = useState<string[]>([])
  const [isOther, setIsOther] = useState(false)
  const [columns, setColumns] = useState<BillColumns>(NO_COLUMNS)
  const [rate, setRate] = useState('')
  const compare = useMutation({
    meta: { inline: true },
    mutationFn: async () =>
      call(importBill, {
        body: {
          name: file?.name ?? '',
          file: file?.text ?? '',
          channels: ids.map(Number),
          ...(isOther && { columns, ...(Number(rate) > 0 && { rate: Number(rate) }) }),
        },
      }),
    onSuccess: async ({ id: made }) => {
      await refresh(client, { queryKey: billsQuery.queryKey })
      await navigate({ to: '/margin', search: { view: 'bills', bill: made } })
    },
  })
  const tooLarge = file !== undefined && file.text.length > MAX_BILL_SIZE
  const reason = !file
    ? t('bill.needsFile')
    : tooLarge
      ? t('bill.tooLarge')
      : ids.length === 0 || ids.length > MAX_BILL_CHANNELS
        ? t('bill.needsChannel', { max: MAX_BILL_CHANNELS })
        : ''
  return (
    <Card title={t('bill.title')}>
      <p className="text-muted text-small">{t('bill.hint')}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <FileField
          file={file}
          onPick={(picked) => {
            compare.reset()
            setFile(picked)
            setColumns(guessColumns(columnNames(picked.text)))
          }}
        />
        <ChannelsField ids={ids} onChange={setIds} />
        <Field id={`${id}o`} label={t('bill.formatLabel')}>
          <Select
            id={`${id}o`}
            value={isOther ? 'other' : 'known'}
            options={[
              { value: 'known', label: t('bill.known') },
              { value: 'other', label: t('bill.format.other') },
            ]}
            onChange={(next) => setIsOther(next === 'other')}
          />
        </Field>
        {isOther && <RateField rate={rate} onChange={setRate} />}
      </div>
      {isOther && <Columns names={columnNames(file?.text ?? '')} columns={columns} onChange={setColumns} />}
      {compare.error && (
        <Banner tone="danger" role="alert">
          {compare.error.message}
        </Banner>
      )}
      <div>
        <Button
          variant="primary"
          loading={compare.isPending}
          disabledReason={reason || undefined}
          onClick={() => compare.mutate()}
        >
          {t('bill.compare')}
        </Button>
      </div>
    </Card>
  )
}

/** Units of the bill's currency per USD. */
function RateField({ rate, onChange }: { rate: string; onChange: (rate: string) => void }) {
  const { t } = useTranslation('margin')
  const id = useId()
  return (
    <Field id={id} label={t('bill.rate')} hint={t('bill.rateHint')} optional>
      <Input
        id={id}
        inputMode="decimal"
        placeholder="1"
        value={rate}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** The file, read in the browser. */
function FileField({ file, onPick }: { file: Chosen | undefined; onPick: (file: Chosen) => void }) {
  const { t } = useTranslation('margin')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const pick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? []
    if (picked) onPick({ name: picked.name.slice(0, 200), text: await picked.text() })
  }
  return (
    <Field id={id} label={t('bill.file')} hint={t('bill.fileHint')}>
      <input ref={input} type="file" accept=".csv,.tsv,.json,.txt" hidden onChange={pick} />
      <Button
        id={id}
        icon={<Upload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
        className="max-w-full"
      >
        <span className="truncate">{file?.name ?? t('bill.choose')}</span>
      </Button>
    </Field>
  )
}

/** The channels that use the vendor's account. */
function ChannelsField({ ids, onChange }: { ids: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation('margin')
  const id = useId()
  const { data = [] } = useQuery(billChannelsQuery)
  return (
    <Field id={id} label={t('bill.channels')} hint={t('bill.channelsHint')}>
      <MultiCombobox
        id={id}
        value={ids}
        options={data.map((channel) => ({ value: String(channel.id), label: `${channel.name} (#${channel.id})` }))}
        onChange={onChange}
      />
    </Field>
  )
}

interface ColumnsProps {
  names: readonly string[]
  columns: BillColumns
  onChange: (next: BillColumns) => void
}

/** Which column of the file holds what. */
function Columns({ names, columns, onChange }: ColumnsProps) {
  const { t } = useTranslation('margin')
  const id = useId()
  const options = [{ value: '', label: t('bill.noColumn') }, ...names.map((name) => ({ value: name, label: name }))]
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {(Object.keys(NO_COLUMNS) as (keyof BillColumns)[]).map((name) => (
        <Field key={name} id={`${id}${name}`} label={t(`bill.of.${name}`)}>
          <Select
            id={`${id}${name}`}
            value={columns[name]}
            options={options}
            onChange={(next) => onChange({ ...columns, [name]: next })}
          />
        </Field>
      ))}
    </div>
  )
}
