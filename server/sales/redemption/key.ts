import { randomBytes } from 'node:crypto'

/** Creates a redemption code: 32 hex digits, 128 random bits. */
export const createKey = () => randomBytes(16).toString('hex')

/** Normalizes a typed or pasted code to the stored form: no blanks and invisible marks, lower case. */
export const normalizeKey = (text: string) => text.replace(/[\s\u200b-\u200d\ufeff]+/g, '').toLowerCase()
