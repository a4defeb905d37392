export function ensureServer(): Promise<string>
export function ensureWeb(): Promise<void>
