import { lazy } from 'react'
import { idle } from './idle.ts'
import { type Load, nothingOnFailure } from './optional-load.ts'

/**
 * A lazily loaded part that is not needed for the first paint: its code loads when the browser is idle. Use inside
 * Suspense.
 */
export const lazyPart = <Props>(load: Load<Props>) =>
  lazy(async () => {
    await idle()
    return load()
  })

/** Like `lazyPart`, for parts that may be missing: renders nothing when loading fails. */
export const optionalPart = <Props>(load: Load<Props>) => lazyPart(nothingOnFailure(load))
