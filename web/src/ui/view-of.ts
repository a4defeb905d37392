import type { ObjectView } from './object-frame.tsx'

/** The search part of a link that opens a tab of an object. */
export const viewOf = (view: ObjectView) => ({ view }) as never
