export function removeLeftovers(folder: string, prefix: string): void
