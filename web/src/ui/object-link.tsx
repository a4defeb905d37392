import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tipIfCut } from '#web/ui/tooltip.tsx'

interface ObjectLinkProps {
  kind: 'model' | 'channel' | 'user' | 'token'
  /** Of a model the name; undefined or 0 where nothing is left that a link could lead to. */
  id: string | number | null | undefined
  children: ReactNode
}

const LOOK = 'min-w-0 truncate underline decoration-line underline-offset-2 hover:text-primary hover:decoration-current'

/** A name that leads to the page of its object. */
export function ObjectLink({ kind, id, children }: ObjectLinkProps) {
  const look = { className: LOOK, ...(typeof children === 'string' && tipIfCut(children)), children }
  if (!id) return <span className="min-w-0 truncate">{children}</span>
  if (kind === 'model') return <Link to="/models/$" params={{ _splat: String(id) }} {...look} />
  return <Link to={`/${kind}/$id`} params={{ id: Number(id) }} {...look} />
}
