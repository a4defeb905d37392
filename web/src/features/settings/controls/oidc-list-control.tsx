import { useTranslation } from 'react-i18next'
import type { OidcProvider } from '#contract/login/oidc-providers.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { Status } from '#web/ui/status.tsx'
import { useOption } from '../drafts/settings-context.ts'
import { OidcProviderDialog } from './oidc-provider-dialog.tsx'
import type { ControlProps } from './option-control.tsx'
import { useSaveOidcProviders } from './use-save-oidc-providers.ts'

/** Lists the OpenID providers. Each change is saved at once, because secrets must not wait in a draft. */
export default function OidcListControl({ option, id, label, describedBy }: ControlProps) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const { text } = useOption(option)
  const { text: address } = useOption('ServerAddress')
  const save = useSaveOidcProviders()
  const providers: OidcProvider[] = JSON.parse(text || '[]')
  const edit = (provider: OidcProvider | undefined) =>
    void openOverlay<void>((close) => <OidcProviderDialog {...{ provider, providers, address }} onClose={close} />)
  const remove = async ({ id: gone, name }: OidcProvider) => {
    const isSure = await confirm({
      title: t('oidc.removeTitle', { name }),
      description: t('oidc.removeText'),
      action: common('action.delete'),
      danger: true,
    })
    if (isSure) save.mutate(providers.filter((provider) => provider.id !== gone))
  }
  return (
    <div className="grid gap-2">
      {providers.length > 0 && (
        <ul aria-label={label} className="surface divide-y divide-line">
          {providers.map((provider) => (
            <li key={provider.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <span className="font-strong">{provider.name}</span>{' '}
                {!provider.enabled && <Status colour="grey">{t('oidc.off')}</Status>}
                <span className="block break-all text-muted text-small">{provider.issuer}</span>
              </span>
              <Button
                size="small"
                aria-label={`${common('action.edit')}: ${provider.name}`}
                onClick={() => edit(provider)}
              >
                {common('action.edit')}
              </Button>
              <Button
                size="small"
                aria-label={`${common('action.delete')}: ${provider.name}`}
                loading={save.isPending}
                onClick={() => void remove(provider)}
              >
                {common('action.delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        id={id}
        size="small"
        aria-label={t('oidc.add')}
        aria-describedby={describedBy}
        className="justify-self-start"
        onClick={() => edit(undefined)}
      >
        {t('oidc.add')}
      </Button>
      <p role="alert" className="text-danger text-small empty:hidden">
        {save.error?.message}
      </p>
    </div>
  )
}
