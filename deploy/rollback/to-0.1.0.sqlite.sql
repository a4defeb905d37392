-- SQLite alone: the index over the roll-ups, as 0.1.0 makes and expects it. Run it after to-0.1.0.sql.
create index "quota_data_sums" on "quota_data" ("created_at", "model_name", "channel_id", "token_id", "user_id", "count",
  "quota", "refunded", "token_used", "prompt_tokens", "completion_tokens", "failed_count", "unlisted_count", "unlisted_quota");
