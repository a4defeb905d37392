/** The mark of a login provider: the first letter of its name on its colour. */
export function ProviderMark({ name, colour }: { name: string; colour: string }) {
  return (
    <span
      aria-hidden
      className="grid size-4.5 shrink-0 place-items-center rounded-sm font-strong text-[11px] text-white leading-none"
      style={{ backgroundColor: colour }}
    >
      {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  )
}
