import { lazy } from 'react'
import { idle } from './idle.ts'
import { type Load, orNothing } from './or-nothing.ts'

/** A part of a page that is not needed for its first paint: its code loads once the rest is there. Use inside Suspense. */
export const lazyPart = <Props>(load: Load<Props>) =>
  lazy(async () => {
    await idle()
    return load()
  })

/** The same for what the page can do without. */
export const optionalPart = <Props>(load: Load<Props>) => lazyPart(orNothing(load))
