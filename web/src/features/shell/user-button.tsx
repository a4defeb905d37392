import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { hashColour } from '#web/ui/tag-colour.ts'

const load = () => import('./user-menu.tsx')
const UserMenu = lazy(load)

/** The user's name; its menu loads when the pointer or the focus comes near. */
export function UserButton({ user }: { user: User }) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  const button = (
    <Button
      variant="ghost"
      className="max-w-40 px-1.5!"
      aria-label={t('user.menu', { name: user.username })}
      aria-haspopup="menu"
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setOpened(true)}
    >
      <Tag colour={hashColour(user.username)} className="size-6 justify-center px-0! font-strong uppercase">
        {user.username[0]}
      </Tag>
      <span className="truncate max-sm:hidden">{user.username}</span>
    </Button>
  )
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <UserMenu trigger={button} user={user} />
    </Suspense>
  )
}
