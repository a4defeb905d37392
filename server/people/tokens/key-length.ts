/** Characters of a token's key, without `sk-`. */
export const KEY_LENGTH = 48
