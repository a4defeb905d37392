import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '#web/lib/status.ts'

/** Keeps the document title at "page · system name", in the selected language. */
export function useDocumentTitle() {
  const { t } = useTranslation('shell')
  const { system_name } = useStatus()
  const page = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.page)?.staticData.page })
  const title = page ? `${t(`page.${page.name}`)} · ${system_name}` : system_name
  useEffect(() => {
    document.title = title
  }, [title])
}
