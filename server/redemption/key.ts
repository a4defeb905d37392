import { randomBytes } from 'node:crypto'

/** A new redemption code: 32 hex digits, 128 random bits. */
export const newKey = () => randomBytes(16).toString('hex')

/** A code as somebody typed or pasted it, in the form that is stored: no blanks and invisible marks, small letters. */
export const tidyKey = (text: string) => text.replace(/[\s\u200b-\u200d\ufeff]+/g, '').toLowerCase()
