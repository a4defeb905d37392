/** Default of the option QuotaPerUnit: quota units per US dollar. */
export const QUOTA_PER_USD = 500_000
/** Preset amounts of the token and redemption forms, in the display currency. */
export const QUOTA_PRESETS = [1, 10, 50, 100, 500, 1000] as const
export const NEW_TOKEN_QUOTA = 500_000
/** Maximum quota units per US dollar; a balance of MAX_QUOTA is then one million dollars. */
export const MAX_QUOTA_PER_UNIT = 1_000_000_000
/** The largest balance: keeps every sum within exact integers. */
export const MAX_QUOTA = 1_000_000_000_000_000
