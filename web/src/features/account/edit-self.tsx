import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useUser } from '#web/lib/session.ts'
import { openProfile } from './open-profile.tsx'

/**
 * Redirects to the personal settings with the profile dialog open. Compatible consoles use this address for
 * editing oneself.
 */
export function EditSelf() {
  const navigate = useNavigate()
  const user = useUser()
  const begun = useRef(false)
  const begin = useEffectEvent(async () => {
    if (begun.current || !user) return
    begun.current = true
    await navigate({ to: '/setting', replace: true })
    openProfile(user)
  })
  useEffect(() => void begin(), [])
  return null
}
