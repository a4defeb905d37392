import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Input } from '#web/ui/input.tsx'
import type { RootTab } from './options/settings-search.ts'

const TYPING_MS = 200

/** Searches the options of all tabs; the search text is kept in the URL. */
export function OptionSearch({ typed: applied, tab }: { typed: string; tab: RootTab }) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(applied)
  const [seen, setSeen] = useState(applied)
  useEffect(() => () => clearTimeout(timer.current), [])
  useActions([{ id: 'settings-search', label: t('search.label'), keys: '/', run: () => input.current?.focus() }])
  // Navigation changed the URL: adopt its text, but never overwrite what is being typed.
  if (applied !== seen) {
    setSeen(applied)
    if (applied !== typed) setTyped(applied)
  }
  const apply = (text: string) => {
    clearTimeout(timer.current)
    void navigate({ to: '/setting', search: text.trim() ? { tab, q: text } : { tab }, replace: true })
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(text), TYPING_MS)
  }
  return (
    <Input
      ref={input}
      type="search"
      icon={<Search size={14} aria-hidden />}
      aria-label={t('search.label')}
      placeholder={t('search.placeholder')}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      value={typed}
      className="w-96"
      onChange={({ target }) => type(target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') apply(typed)
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (typed) setTyped('')
        else event.currentTarget.blur()
        apply('')
      }}
    />
  )
}
