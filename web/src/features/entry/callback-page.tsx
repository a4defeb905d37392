import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntered } from '#web/features/session/use-entered.ts'
import NotFoundPage from '#web/features/shell/not-found.tsx'
import { arrival } from '#web/lib/url/initial-search.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { type CallbackMethod, finish, isCallbackMethod, landingOf, returnedFields } from './callback.ts'
import { CallbackFailure } from './callback-failure.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { useMethodName } from './method-name.ts'
import { keepReturnPath, keptReturnPath } from './return-path.ts'
import { isSecondStepNext, useSecondStep } from './use-second-step.ts'

/** Handles the redirect back from a provider: finishes a login or a bind, and goes on. */
export function CallbackPage({ way }: { way: string }) {
  return isCallbackMethod(way) ? <Callback way={way} /> : <NotFoundPage />
}

function Callback({ way }: { way: CallbackMethod }) {
  const { t } = useTranslation('entry')
  const { history } = useRouter()
  const enter = useEntered()
  const goOn = useSecondStep()
  const nameOf = useMethodName()
  const [fields] = useState(() => returnedFields(way, arrival))
  const sent = useRef(false)
  const { mutate, error } = useMutation({
    mutationFn: () => finish(way, fields),
    meta: { inline: true },
    onError(error) {
      forgetFields()
      if (goOn(error, keptReturnPath() ?? landingOf(way))) keepReturnPath(undefined)
    },
    onSuccess(user) {
      forgetFields()
      const path = keptReturnPath() ?? landingOf(way)
      keepReturnPath(undefined)
      if (user) return enter(user, path, { replace: true })
      toast.success(t('callback.bound'))
      history.replace('/setting')
    },
  })
  useEffect(() => {
    // The returned code works only once.
    if (sent.current) return
    sent.current = true
    mutate()
  }, [mutate])
  if (error && !isSecondStepNext(error)) return <CallbackFailure way={way} error={error} />
  return (
    <EntryFrame>
      <div role="status" className="flex flex-col items-center gap-3 text-center">
        <LoaderCircle size={32} aria-hidden className="animate-spin text-primary" />
        <h1 className="font-strong">{t('callback.running')}</h1>
        <p className="text-muted">{t('callback.with', { name: nameOf(way) })}</p>
      </div>
    </EntryFrame>
  )
}

/**
 * Removes codes and signatures from the address and the history. Until the server has answered, a reload needs
 * them.
 */
function forgetFields() {
  for (const name of [...arrival.keys()]) arrival.delete(name)
  history.replaceState(history.state, '', location.pathname)
}
