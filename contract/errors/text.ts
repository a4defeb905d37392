/** An error that Switchyard itself returns: HTTP status and text in both languages. `{x}` are parameters. */
export interface ErrorText {
  status: number
  zh: string
  en: string
}
