import { keyNames } from '#web/lib/keys/hotkeys.ts'

/** Key labels of the current platform. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex gap-0.5 font-sans text-small text-muted">
      {keyNames(keys).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have the same key twice
        <span key={index} className="min-w-5 rounded-control border border-line bg-sunken px-1 text-center">
          {name}
        </span>
      ))}
    </kbd>
  )
}
