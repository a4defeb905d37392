export function removeLeftovers(folder: string, prefix: string): void
export function lives(pid: number): boolean
