/** One-based numbers of the lines that a check refuses; empty lines are always valid. */
export function badLines(text: string, accepts: (line: string) => boolean): number[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' || accepts(line) ? [] : index + 1))
}

/** Start and end offsets of a one-based line, for selecting it. */
export function lineRange(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0)
  return [start, start + (lines[line - 1]?.length ?? 0)]
}
