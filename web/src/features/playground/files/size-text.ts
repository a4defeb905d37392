const KB = 1024

/** Returns a size of a file in kB or MB. */
export function sizeText(bytes: number): string {
  if (bytes < KB * KB) return `${Math.max(1, Math.round(bytes / KB))} kB`
  return `${Math.round((bytes / KB / KB) * 10) / 10} MB`
}
