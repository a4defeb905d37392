import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useUser } from '#web/lib/session.ts'
import { openProfile } from './open-profile.tsx'

/** The address at which consoles of this family edit oneself: the own settings, with the profile's dialog open. */
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
