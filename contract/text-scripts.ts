/** What a part of a text can be, for estimates of its tokens. Each line of ASCII text is prose, code or JSON as a whole. */
export const SCRIPTS = ['prose', 'code', 'json', 'cjk', 'other'] as const
