import { useMutation, useQueryClient } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_PART_BYTES, IMPORT_PRICES, type ImportRun, startImport, uploadImport } from '#contract/api/imports.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, callWithBytes } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { importQuery } from './queries.ts'

type Way = 'file' | 'address'
type Prices = (typeof IMPORT_PRICES)[number]

/** Chooses the database, and starts a dry run or the import. */
export default function SourceCard({ running, last }: { running: boolean; last: ImportRun | undefined }) {
  const { t } = useTranslation('moveIn')
  const id = useId()
  const client = useQueryClient()
  const [way, setWay] = useState<Way>('file')
  const [file, setFile] = useState<File>()
  const [address, setAddress] = useState('')
  const [logs, setLogs] = useState('')
  const [prices, setPrices] = useState<Prices>('differing')
  const [choice, setChoice] = useState({ follow: false, without: false })
  const [share, setShare] = useState(0)
  const upload = useRef<{ file: File; id: string }>(undefined)
  const stops = (last?.report?.unread ?? []).filter((one) => one.stops).map(({ name }) => name)
  const start = useMutation({
    mutationFn: async (dry: boolean) => {
      if (way === 'file' && file && upload.current?.file !== file) {
        upload.current = { file, id: await uploadFile(file, setShare) }
      }
      const source = way === 'file' ? { address: '', upload: upload.current?.id ?? '' } : { address, logs }
      const ignore = choice.without ? stops : []
      await call(startImport, { body: { ...source, prices, ignore, follow_deletions: choice.follow, dry_run: dry } })
      // What was imported is removed from the server.
      if (!dry) upload.current = undefined
    },
    onSettled: () => refresh(client, { queryKey: importQuery.queryKey }),
  })
  const missing = way === 'file' ? !file && t('needsFile') : !address.trim() && t('needsAddress')
  const reason = running ? t('needsEnd') : missing
  const looked = last?.dry_run && last.outcome === 'done' ? last : undefined
  const lookFirst = looked ? stops.length > 0 && !choice.without && t('needsWithout') : t('needsDryRun')
  return (
    <Card title={t('title')}>
      <p className="text-muted text-small">{t('hint')}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field id={`${id}w`} label={t('way')}>
          <Select
            id={`${id}w`}
            value={way}
            options={[
              { value: 'file', label: t('wayFile') },
              { value: 'address', label: t('wayAddress') },
            ]}
            onChange={setWay}
          />
        </Field>
        {way === 'file' ? (
          <FileField file={file} share={start.isPending ? share : 0} onPick={setFile} />
        ) : (
          <AddressFields address={address} logs={logs} onAddress={setAddress} onLogs={setLogs} />
        )}
        <PricesField prices={prices} onChange={setPrices} />
      </div>
      <Choices {...choice} stops={stops} onChange={setChoice} />
      {start.error && (
        <Banner tone="danger" role="alert">
          {start.error.message}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          loading={start.isPending && start.variables}
          disabledReason={reason}
          onClick={() => start.mutate(true)}
        >
          {t('look')}
        </Button>
        <Button
          loading={start.isPending && !start.variables}
          disabledReason={reason || lookFirst}
          onClick={() => start.mutate(false)}
        >
          {t('start')}
        </Button>
      </div>
    </Card>
  )
}

function PricesField({ prices, onChange }: { prices: Prices; onChange: (prices: Prices) => void }) {
  const { t } = useTranslation('moveIn')
  const id = useId()
  return (
    <Field id={id} label={t('prices')} hint={t('pricesHint')}>
      <Select
        id={id}
        value={prices}
        options={IMPORT_PRICES.map((value) => ({ value, label: t(`price.${value}`) }))}
        onChange={onChange}
      />
    </Field>
  )
}

interface Choice {
  follow: boolean
  without: boolean
}

interface ChoicesProps extends Choice {
  /** What an import must be told to go on without. */
  stops: readonly string[]
  onChange: (choice: Choice) => void
}

function Choices({ follow, without, stops, onChange }: ChoicesProps) {
  const { t } = useTranslation('moveIn')
  return (
    <>
      <Checkbox checked={follow} onChange={(on) => onChange({ follow: on, without })} label={t('follow')} />
      {stops.length > 0 && (
        <Checkbox
          checked={without}
          onChange={(on) => onChange({ follow, without: on })}
          label={t('without', { names: stops.join(', ') })}
        />
      )}
    </>
  )
}

interface FileProps {
  file: File | undefined
  /** How much of it was sent. */
  share: number
  onPick: (file: File) => void
}

function FileField({ file, share, onPick }: FileProps) {
  const { t } = useTranslation('moveIn')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const sent = share > 0 && share < 1 ? t('sent', { percent: Math.floor(share * 100) }) : ''
  return (
    <Field id={id} label={t('file')} hint={sent || t('fileHint')}>
      <input
        ref={input}
        type="file"
        accept=".db,.sqlite,.sqlite3"
        hidden
        onChange={({ target }) => target.files?.[0] && onPick(target.files[0])}
      />
      <Button
        id={id}
        icon={<Upload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
        className="max-w-full"
      >
        <span className="truncate">{file?.name ?? t('choose')}</span>
      </Button>
    </Field>
  )
}

interface AddressProps {
  address: string
  logs: string
  onAddress: (address: string) => void
  onLogs: (logs: string) => void
}

function AddressFields({ address, logs, onAddress, onLogs }: AddressProps) {
  const { t } = useTranslation('moveIn')
  const id = useId()
  return (
    <>
      <Field id={id} label={t('address')} hint={t('addressHint')}>
        <Input
          id={id}
          autoComplete="off"
          spellCheck={false}
          placeholder="user:password@tcp(host:3306)/database"
          value={address}
          onChange={({ target }) => onAddress(target.value)}
        />
      </Field>
      <Field id={`${id}l`} label={t('logs')} hint={t('logsHint')} optional>
        <Input
          id={`${id}l`}
          autoComplete="off"
          spellCheck={false}
          value={logs}
          onChange={({ target }) => onLogs(target.value)}
        />
      </Field>
    </>
  )
}

/** Uploads a file part by part and returns the id of the upload. Throws ApiError. */
async function uploadFile(file: File, told: (share: number) => void): Promise<string> {
  let id = ''
  for (let offset = 0; offset < file.size || id === ''; ) {
    const part = file.slice(offset, offset + IMPORT_PART_BYTES)
    const query = id ? { id, offset: String(offset) } : {}
    const answer = await callWithBytes(uploadImport, { query }, part)
    id = answer.id
    offset = answer.bytes
    told(offset / file.size)
  }
  return id
}
