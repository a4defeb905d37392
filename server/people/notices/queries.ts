import { sql } from 'kysely'

/** Whether a row of `users` has sinks of its own that the server does not mail anyway. */
export const hasOwnSinks = () =>
  sql<boolean>`exists (select 1 from alert_sinks where alert_sinks.user_id = users.id and alert_sinks.enabled = 1
    and alert_sinks.kind <> 'mail')`
