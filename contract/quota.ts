/** Quota units of one US dollar unless the option QuotaPerUnit says otherwise. */
export const QUOTA_PER_USD = 500_000
/** Preset amounts of the token and redemption forms, in dollars. */
export const QUOTA_PRESETS_USD = [1, 10, 50, 100, 500, 1000] as const
export const NEW_TOKEN_QUOTA = 500_000
/** The most quota units of one US dollar; a balance of MAX_QUOTA is a million dollars then. */
export const MAX_QUOTA_PER_UNIT = 1_000_000_000
/** The largest amount a balance may hold: keeps every sum inside exact integers. */
export const MAX_QUOTA = 1_000_000_000_000_000
