import { lazy } from 'react'

/** What shows foreign HTML, loaded when there is some. */
export const SanitizedHtml = lazy(() => import('./sanitized-html.tsx'))
