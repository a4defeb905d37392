import type { ComponentType } from 'react'

/** Loads the code of a part of a page. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Renders nothing when an optional part fails to load. */
export const nothingOnFailure =
  <Props>(load: Load<Props>): Load<Props> =>
  () =>
    load().catch(() => ({ default: () => null }))
