import { useStatus } from '#web/lib/status.ts'

/** The site's logo, or the product's: two tracks that join. */
export function Logo() {
  const { logo } = useStatus()
  if (logo) return <img src={logo} alt="" width={24} height={24} className="size-6 object-contain" />
  return (
    <svg viewBox="0 0 24 24" className="size-6 text-primary" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill="currentColor" />
      <path
        d="M5 8h3.5c4 0 3 8 7 8H19M5 16h3.5c1.4 0 2.2-.9 2.8-2M12.9 10c.6-1.1 1.3-2 2.6-2H19"
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
