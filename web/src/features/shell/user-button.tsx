import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import { Avatar } from '#web/ui/tag.tsx'

const load = () => import('./user-menu.tsx')

/** Shows the user's name; opens the account menu. */
export function UserButton({ user }: { user: User }) {
  const { t } = useTranslation('shell')
  const button = (
    <Button
      variant="ghost"
      className="max-w-40 px-1.5!"
      aria-label={t('user.menu', { name: user.username })}
      aria-haspopup="menu"
    >
      <Avatar name={user.username} className="size-6" />
      <span className="truncate max-sm:hidden">{user.username}</span>
    </Button>
  )
  return <LazyPanel load={load} trigger={button} props={{ user }} />
}
