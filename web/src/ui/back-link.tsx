import { Link, type LinkProps } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'

/** The way back from a page to the list that its object is in. Pages that are tabs have none. */
export const BackLink = ({ children, ...to }: LinkProps & { children: ReactNode }) => (
  <Link {...to} className="flex min-h-6 w-fit items-center gap-1 text-muted text-small hover:text-text">
    <ArrowLeft size={14} aria-hidden />
    {children}
  </Link>
)
