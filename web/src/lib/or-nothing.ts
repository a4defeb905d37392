import type { ComponentType } from 'react'

/** Loads a part of a page. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** What a page can do without: out of reach, nothing stands in its place. */
export const orNothing =
  <Props>(load: Load<Props>): Load<Props> =>
  () =>
    load().catch(() => ({ default: () => null }))
