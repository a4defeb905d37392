-- Takes the schema of 0.2.0 back to that of 0.1.0, on SQLite and PostgreSQL, newest step first. Read docs/operate/upgrade.md
-- before: what each step loses stands there. Run to-0.1.0.triggers.<engine>.sql before it in the same
-- session, which begins the transaction, and on SQLite to-0.1.0.sqlite.sql after it.
-- Restrictions that 0.1.0 does not know must not turn into permissions: such keys are disabled, such access tokens revoked.
drop table rolling_back;

-- 0059-retirement-rule
delete from alerts where kind = 'retirement';
delete from alert_rules where kind = 'retirement';

-- 0058-alerts-by-channel
delete from alerts where until = 0 and kind in ('margin', 'key_down');

-- 0057-given-groups
alter table user_identities drop column given_group;
alter table user_identities drop column group_before;

-- 0056-channel-secrets
update abilities set enabled = 0 where channel_id in (select id from channels where settings like '%"proxy":%' or settings like '%"client_certificate":%' or settings like '%"ca":%');
update channels set status = 2 where settings like '%"proxy":%' or settings like '%"client_certificate":%' or settings like '%"ca":%';
alter table channels drop column secrets;

-- 0055-hourly-sets
drop index rollup_sets_by_time;

-- 0054-other-rows-index
drop index logs_others_by_fields;

-- 0053-rollup-sets
drop table rollup_sums;
drop table rollup_sets;

-- 0052-response-places
drop table response_places;
alter table stored_responses drop column response;

-- 0048-max-input-tokens
alter table channels drop column max_input_tokens;

-- 0047-imports
drop table import_runs;
drop table import_origins;

-- 0046-more-alert-rules
-- Its rows go with the tables of 0045.

-- 0045-alerts
drop table alert_messages;
drop table alert_sinks;
drop table alert_rules;
drop table alerts;
alter table nodes drop column disk_free;
alter table nodes drop column disk_size;

-- 0044-token-life
drop index tokens_expired_time;
alter table tokens drop column note;
alter table tokens drop column tags;
alter table tokens drop column last_used_ip;
alter table tokens drop column last_used_client;
alter table tokens drop column last_used_at;
alter table tokens drop column expiry_told_of;
alter table tokens drop column expiry_told_left;
alter table users drop column expiry_mails;

-- 0043-token-endpoints
update tokens set status = 2 where endpoints <> '' and status = 1;
alter table tokens drop column endpoints;

-- 0041-channel-keys
drop table channel_keys;

-- 0040-price-syncs
drop table price_syncs;
drop table price_lists;

-- 0039-limits
update tokens set status = 2 where limits <> '' and status = 1;
alter table tokens drop column limits;
alter table users drop column limits;
alter table channels drop column limits;
drop table budget_windows;

-- 0038-payment-receipts
drop table payment_receipts;
drop table receipt_counters;
drop table billing_details;

-- 0037-payment-ledger
drop index top_ups_gateway_session;
alter table top_ups drop column gateway_session;
alter table top_ups drop column returned_cents;
alter table top_ups drop column returned_quota;
alter table top_ups drop column frozen_cents;
alter table top_ups drop column frozen_quota;
drop table payment_entries;
drop table payment_claims;

-- 0036-bill-reports
drop table bill_reports;

-- 0035-margin-alerts
drop table margin_alerts;

-- 0034-costs
drop index if exists quota_data_sums;
alter table channels drop column buy_price;
alter table logs drop column cost;
alter table midjourneys drop column cost;
alter table tasks drop column cost;
alter table quota_data drop column cost;
alter table quota_data drop column unlisted_cost;
alter table quota_data drop column costed_quota;
alter table quota_data drop column costed_refunded;
alter table quota_data drop column unlisted_costed_quota;

-- 0033-user-ratio
alter table users drop column user_ratio;

-- 0032-learned-ratios
drop table learned_ratios;

-- 0031-cached-tokens
alter table quota_data drop column cached_tokens;

-- 0030-token-scopes
update users set access_token = null where access_token_scope <> '';
alter table users drop column access_token_scope;

-- 0029-passkeys
drop table passkey_challenges;
drop table passkeys;

-- 0028-second-factors
drop table login_challenges;
drop table recovery_codes;
drop table authenticators;
alter table sessions drop column proven_at;

-- 0027-former-token-keys
drop table former_token_keys;

-- 0026-operations
drop table watchdog_reports;
drop table nodes;
alter table jobs drop column last_run;
alter table jobs drop column last_milliseconds;
alter table jobs drop column last_node;
alter table jobs drop column last_error;

-- 0025-traffic
drop table incidents;
drop table traffic_errors;
drop table traffic_hours;

-- 0024-shown-ids
alter table user_identities drop column shown;

-- 0023-unpaid-answers
drop table unpaid_answers;

-- 0022-stored-responses
drop table stored_responses;

delete from kysely_migration where name >= '0022';
commit;
