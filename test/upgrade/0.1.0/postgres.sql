CREATE TABLE abilities (
    "group" text NOT NULL,
    model text NOT NULL,
    channel_id bigint NOT NULL,
    enabled integer DEFAULT 0 NOT NULL,
    priority bigint DEFAULT 0 NOT NULL,
    weight bigint DEFAULT 0 NOT NULL
);
CREATE TABLE audits (
    id bigint NOT NULL,
    created_at bigint NOT NULL,
    actor_id bigint NOT NULL,
    actor_name text DEFAULT ''::text NOT NULL,
    action text NOT NULL,
    target_kind text NOT NULL,
    target_id text NOT NULL,
    before text DEFAULT ''::text NOT NULL,
    after text DEFAULT ''::text NOT NULL,
    ip text DEFAULT ''::text NOT NULL,
    request_id text DEFAULT ''::text NOT NULL
);
CREATE SEQUENCE audits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE audits_id_seq OWNED BY audits.id;
CREATE TABLE channel_tests (
    id bigint NOT NULL,
    channel_id bigint NOT NULL,
    tested_at bigint NOT NULL,
    response_time bigint DEFAULT 0 NOT NULL,
    model text DEFAULT ''::text NOT NULL,
    error text DEFAULT ''::text NOT NULL
);
CREATE SEQUENCE channel_tests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE channel_tests_id_seq OWNED BY channel_tests.id;
CREATE TABLE channels (
    id bigint NOT NULL,
    type integer DEFAULT 0 NOT NULL,
    key text NOT NULL,
    key_hash text DEFAULT ''::text NOT NULL,
    open_ai_organization text DEFAULT ''::text NOT NULL,
    test_model text DEFAULT ''::text NOT NULL,
    status integer DEFAULT 1 NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    weight bigint DEFAULT 0 NOT NULL,
    priority bigint DEFAULT 0 NOT NULL,
    created_time bigint DEFAULT 0 NOT NULL,
    test_time bigint DEFAULT 0 NOT NULL,
    balance_updated_time bigint DEFAULT 0 NOT NULL,
    response_time bigint DEFAULT 0 NOT NULL,
    base_url text DEFAULT ''::text NOT NULL,
    other text DEFAULT ''::text NOT NULL,
    balance double precision DEFAULT 0 NOT NULL,
    models text DEFAULT ''::text NOT NULL,
    "group" text DEFAULT 'default'::text NOT NULL,
    used_quota bigint DEFAULT 0 NOT NULL,
    model_mapping text DEFAULT ''::text NOT NULL,
    status_code_mapping text DEFAULT ''::text NOT NULL,
    auto_ban integer DEFAULT 1 NOT NULL,
    other_info text DEFAULT ''::text NOT NULL,
    settings text DEFAULT ''::text NOT NULL,
    test_error text DEFAULT ''::text NOT NULL
);
CREATE SEQUENCE channels_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE channels_id_seq OWNED BY channels.id;
CREATE TABLE jobs (
    name text NOT NULL,
    holder text DEFAULT ''::text NOT NULL,
    lease_until bigint DEFAULT 0 NOT NULL,
    next_run bigint DEFAULT 0 NOT NULL
);
CREATE TABLE journal_positions (
    node_id text NOT NULL,
    segment bigint DEFAULT 0 NOT NULL,
    "offset" bigint DEFAULT 0 NOT NULL,
    floor bigint DEFAULT 0 NOT NULL
);
CREATE TABLE kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE ledger_openings (
    user_id bigint NOT NULL,
    quota bigint DEFAULT 0 NOT NULL
);
CREATE TABLE logs (
    id bigint NOT NULL,
    user_id bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    type integer DEFAULT 0 NOT NULL,
    content text DEFAULT ''::text NOT NULL,
    username text DEFAULT ''::text NOT NULL,
    token_name text DEFAULT ''::text NOT NULL,
    model_name text DEFAULT ''::text NOT NULL,
    quota bigint DEFAULT 0 NOT NULL,
    prompt_tokens bigint DEFAULT 0 NOT NULL,
    completion_tokens bigint DEFAULT 0 NOT NULL,
    use_time bigint DEFAULT 0 NOT NULL,
    is_stream integer DEFAULT 0 NOT NULL,
    channel_id bigint DEFAULT 0 NOT NULL,
    token_id bigint DEFAULT 0 NOT NULL,
    other text DEFAULT ''::text NOT NULL,
    request_id text DEFAULT ''::text NOT NULL,
    terms_id bigint DEFAULT 0 NOT NULL
);
CREATE SEQUENCE logs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE logs_id_seq OWNED BY logs.id;
CREATE TABLE mailed_codes (
    purpose text NOT NULL,
    address text NOT NULL,
    code_hash text NOT NULL,
    tries_left integer NOT NULL,
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE midjourneys (
    id bigint NOT NULL,
    code integer DEFAULT 0 NOT NULL,
    user_id bigint NOT NULL,
    action text DEFAULT ''::text NOT NULL,
    mj_id text DEFAULT ''::text NOT NULL,
    prompt text DEFAULT ''::text NOT NULL,
    prompt_en text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
    submit_time bigint DEFAULT 0 NOT NULL,
    start_time bigint DEFAULT 0 NOT NULL,
    finish_time bigint DEFAULT 0 NOT NULL,
    image_url text DEFAULT ''::text NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    progress text DEFAULT ''::text NOT NULL,
    fail_reason text DEFAULT ''::text NOT NULL,
    channel_id bigint DEFAULT 0 NOT NULL,
    quota bigint DEFAULT 0 NOT NULL,
    buttons text DEFAULT ''::text NOT NULL,
    properties text DEFAULT ''::text NOT NULL,
    token_id bigint DEFAULT 0 NOT NULL,
    charged_at bigint DEFAULT 0 NOT NULL,
    token_limited integer DEFAULT 0 NOT NULL,
    model_name text DEFAULT ''::text NOT NULL
);
CREATE SEQUENCE midjourneys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE midjourneys_id_seq OWNED BY midjourneys.id;
CREATE TABLE oauth_states (
    id text NOT NULL,
    browser text NOT NULL,
    provider text DEFAULT ''::text NOT NULL,
    user_id bigint NOT NULL,
    aff_code text DEFAULT ''::text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE options (
    key text NOT NULL,
    value text DEFAULT ''::text NOT NULL
);
CREATE TABLE quota_data (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    username text DEFAULT ''::text NOT NULL,
    model_name text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    token_id bigint DEFAULT 0 NOT NULL,
    channel_id bigint DEFAULT 0 NOT NULL,
    token_used bigint DEFAULT 0 NOT NULL,
    count bigint DEFAULT 0 NOT NULL,
    quota bigint DEFAULT 0 NOT NULL,
    unlisted_count bigint DEFAULT 0 NOT NULL,
    unlisted_tokens bigint DEFAULT 0 NOT NULL,
    unlisted_quota bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    prompt_tokens bigint DEFAULT 0 NOT NULL,
    completion_tokens bigint DEFAULT 0 NOT NULL,
    failed_count bigint DEFAULT 0 NOT NULL
);
CREATE SEQUENCE quota_data_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE quota_data_id_seq OWNED BY quota_data.id;
CREATE TABLE receipt_terms (
    id bigint NOT NULL,
    content text DEFAULT ''::text NOT NULL,
    receipt text NOT NULL
);
CREATE TABLE redemptions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    key text NOT NULL,
    key_hash text NOT NULL,
    status integer DEFAULT 1 NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    quota bigint DEFAULT 100 NOT NULL,
    created_time bigint DEFAULT 0 NOT NULL,
    redeemed_time bigint DEFAULT 0 NOT NULL,
    used_user_id bigint DEFAULT 0 NOT NULL,
    deleted_at text
);
CREATE SEQUENCE redemptions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE redemptions_id_seq OWNED BY redemptions.id;
CREATE TABLE sessions (
    id text NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ip text DEFAULT ''::text NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL
);
CREATE TABLE tasks (
    id bigint NOT NULL,
    created_at bigint DEFAULT 0 NOT NULL,
    updated_at bigint DEFAULT 0 NOT NULL,
    task_id text DEFAULT ''::text NOT NULL,
    platform text DEFAULT ''::text NOT NULL,
    user_id bigint NOT NULL,
    channel_id bigint DEFAULT 0 NOT NULL,
    quota bigint DEFAULT 0 NOT NULL,
    action text DEFAULT ''::text NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    fail_reason text DEFAULT ''::text NOT NULL,
    submit_time bigint DEFAULT 0 NOT NULL,
    start_time bigint DEFAULT 0 NOT NULL,
    finish_time bigint DEFAULT 0 NOT NULL,
    progress text DEFAULT ''::text NOT NULL,
    properties text DEFAULT ''::text NOT NULL,
    data text DEFAULT ''::text NOT NULL,
    token_id bigint DEFAULT 0 NOT NULL,
    charged_at bigint DEFAULT 0 NOT NULL,
    token_limited integer DEFAULT 0 NOT NULL,
    model_name text DEFAULT ''::text NOT NULL
);
CREATE SEQUENCE tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE tasks_id_seq OWNED BY tasks.id;
CREATE TABLE tokens (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    key text NOT NULL,
    key_hash text NOT NULL,
    status integer DEFAULT 1 NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    created_time bigint DEFAULT 0 NOT NULL,
    accessed_time bigint DEFAULT 0 NOT NULL,
    expired_time bigint DEFAULT '-1'::integer NOT NULL,
    remain_quota bigint DEFAULT 0 NOT NULL,
    unlimited_quota integer DEFAULT 0 NOT NULL,
    model_limits_enabled integer DEFAULT 0 NOT NULL,
    model_limits text DEFAULT ''::text NOT NULL,
    allow_ips text DEFAULT ''::text NOT NULL,
    used_quota bigint DEFAULT 0 NOT NULL,
    "group" text DEFAULT ''::text NOT NULL,
    deleted_at text
);
CREATE SEQUENCE tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE tokens_id_seq OWNED BY tokens.id;
CREATE TABLE top_ups (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    amount bigint DEFAULT 0 NOT NULL,
    money double precision DEFAULT 0 NOT NULL,
    trade_no text NOT NULL,
    create_time bigint DEFAULT 0 NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    gateway text DEFAULT ''::text NOT NULL,
    method text DEFAULT ''::text NOT NULL,
    currency text DEFAULT ''::text NOT NULL,
    quota bigint DEFAULT 0 NOT NULL,
    complete_time bigint DEFAULT 0 NOT NULL,
    query_count bigint DEFAULT 0 NOT NULL,
    next_query bigint DEFAULT 0 NOT NULL,
    gateway_trade_no text
);
CREATE SEQUENCE top_ups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE top_ups_id_seq OWNED BY top_ups.id;
CREATE TABLE user_identities (
    provider text NOT NULL,
    subject text NOT NULL,
    user_id bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE users (
    id bigint NOT NULL,
    username text NOT NULL,
    password text NOT NULL,
    display_name text DEFAULT ''::text NOT NULL,
    role integer DEFAULT 1 NOT NULL,
    status integer DEFAULT 1 NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    github_id text DEFAULT ''::text NOT NULL,
    wechat_id text DEFAULT ''::text NOT NULL,
    telegram_id text DEFAULT ''::text NOT NULL,
    linux_do_id text DEFAULT ''::text NOT NULL,
    access_token text,
    quota bigint DEFAULT 0 NOT NULL,
    quota_carry bigint DEFAULT 0 NOT NULL,
    used_quota bigint DEFAULT 0 NOT NULL,
    request_count bigint DEFAULT 0 NOT NULL,
    "group" text DEFAULT 'default'::text NOT NULL,
    aff_code text,
    aff_count bigint DEFAULT 0 NOT NULL,
    aff_quota bigint DEFAULT 0 NOT NULL,
    aff_history bigint DEFAULT 0 NOT NULL,
    inviter_id bigint DEFAULT 0 NOT NULL,
    created_time bigint DEFAULT 0 NOT NULL,
    deleted_at text,
    oidc_id text DEFAULT ''::text NOT NULL,
    quota_reminded integer DEFAULT 1 NOT NULL,
    language text DEFAULT ''::text NOT NULL
);
CREATE SEQUENCE users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE users_id_seq OWNED BY users.id;
CREATE TABLE wallet_leases (
    node_id text NOT NULL,
    owner_kind text NOT NULL,
    owner_id bigint NOT NULL,
    granted bigint DEFAULT 0 NOT NULL,
    spent bigint DEFAULT 0 NOT NULL,
    carry bigint DEFAULT 0 NOT NULL,
    expires_at bigint NOT NULL
);
ALTER TABLE ONLY audits ALTER COLUMN id SET DEFAULT nextval('audits_id_seq'::regclass);
ALTER TABLE ONLY channel_tests ALTER COLUMN id SET DEFAULT nextval('channel_tests_id_seq'::regclass);
ALTER TABLE ONLY channels ALTER COLUMN id SET DEFAULT nextval('channels_id_seq'::regclass);
ALTER TABLE ONLY logs ALTER COLUMN id SET DEFAULT nextval('logs_id_seq'::regclass);
ALTER TABLE ONLY midjourneys ALTER COLUMN id SET DEFAULT nextval('midjourneys_id_seq'::regclass);
ALTER TABLE ONLY quota_data ALTER COLUMN id SET DEFAULT nextval('quota_data_id_seq'::regclass);
ALTER TABLE ONLY redemptions ALTER COLUMN id SET DEFAULT nextval('redemptions_id_seq'::regclass);
ALTER TABLE ONLY tasks ALTER COLUMN id SET DEFAULT nextval('tasks_id_seq'::regclass);
ALTER TABLE ONLY tokens ALTER COLUMN id SET DEFAULT nextval('tokens_id_seq'::regclass);
ALTER TABLE ONLY top_ups ALTER COLUMN id SET DEFAULT nextval('top_ups_id_seq'::regclass);
ALTER TABLE ONLY users ALTER COLUMN id SET DEFAULT nextval('users_id_seq'::regclass);
INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight) VALUES ('default', 'fake-gpt', 1, 1, 0, 0);
INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight) VALUES ('default', 'claude-3', 2, 0, 0, 0);
INSERT INTO audits (id, created_at, actor_id, actor_name, action, target_kind, target_id, before, after, ip, request_id) VALUES (1, 1795673709, 1, 'root', 'option.update', 'option', 'ModelRatio', '"{}"', '"{\"fake-gpt\":0.37}"', '127.0.0.1', '20261126061509977542307T9GyVzbJ');
INSERT INTO audits (id, created_at, actor_id, actor_name, action, target_kind, target_id, before, after, ip, request_id) VALUES (2, 1795673709, 1, 'root', 'option.update', 'option', 'SystemName', '"Switchyard"', '"旧站 \"one\""', '127.0.0.1', '2026112606150900045383935ir4nlM');
INSERT INTO audits (id, created_at, actor_id, actor_name, action, target_kind, target_id, before, after, ip, request_id) VALUES (3, 1795673709, 1, 'root', 'channel.create', 'channel', '1', '', '{"id":1,"type":1,"key":"","openai_organization":"","test_model":"","status":1,"name":"main","weight":0,"created_time":1795673709,"test_time":0,"response_time":0,"test_error":"","base_url":"http://127.0.0.1:45245","other":"","balance":0,"balance_updated_time":0,"models":"fake-gpt","group":"default","used_quota":0,"model_mapping":"","status_code_mapping":"","priority":0,"auto_ban":1,"other_info":"","settings":""}', '127.0.0.1', '20261126061509016152673cel95uav');
INSERT INTO audits (id, created_at, actor_id, actor_name, action, target_kind, target_id, before, after, ip, request_id) VALUES (4, 1795673709, 1, 'root', 'channel.create', 'channel', '2', '', '{"id":2,"type":14,"key":"","openai_organization":"","test_model":"","status":2,"name":"disabled","weight":0,"created_time":1795673709,"test_time":0,"response_time":0,"test_error":"","base_url":"","other":"","balance":0,"balance_updated_time":0,"models":"claude-3","group":"default","used_quota":0,"model_mapping":"","status_code_mapping":"","priority":0,"auto_ban":1,"other_info":"","settings":""}', '127.0.0.1', '20261126061509034887596YUDIM68v');
INSERT INTO audits (id, created_at, actor_id, actor_name, action, target_kind, target_id, before, after, ip, request_id) VALUES (5, 1795673709, 1, 'root', 'user.create', 'user', '2', '', '{"username":"alice","display_name":"Alice"}', '127.0.0.1', '20261126061509045803366l3BKIx19');
INSERT INTO audits (id, created_at, actor_id, actor_name, action, target_kind, target_id, before, after, ip, request_id) VALUES (6, 1795673709, 1, 'root', 'redemption.create', 'redemption', '1', '', '{"name":"gift","quota":250000}', '127.0.0.1', '20261126061509169447997dMb1fyI1');
INSERT INTO audits (id, created_at, actor_id, actor_name, action, target_kind, target_id, before, after, ip, request_id) VALUES (7, 1795673709, 1, 'root', 'redemption.create', 'redemption', '2', '', '{"name":"gift","quota":250000}', '127.0.0.1', '20261126061509169447997dMb1fyI1');
INSERT INTO channels (id, type, key, key_hash, open_ai_organization, test_model, status, name, weight, priority, created_time, test_time, balance_updated_time, response_time, base_url, other, balance, models, "group", used_quota, model_mapping, status_code_mapping, auto_ban, other_info, settings, test_error) VALUES (2, 14, 'v1.c245daf7.UDn9I_HoCoGS-dul.JbaEG5tHniPDlm10gAH9DgOMkr_1qQ6H', 'b74c2e864745401b252cfb502797f9dd83edfb650856ed659df51e96610a85d5', '', '', 2, 'disabled', 0, 0, 1795673709, 0, 0, 0, '', '', 0, 'claude-3', 'default', 0, '', '', 1, '', '', '');
INSERT INTO channels (id, type, key, key_hash, open_ai_organization, test_model, status, name, weight, priority, created_time, test_time, balance_updated_time, response_time, base_url, other, balance, models, "group", used_quota, model_mapping, status_code_mapping, auto_ban, other_info, settings, test_error) VALUES (1, 1, 'v1.c245daf7.lVBkA2tnALqZb6r-.mInpNIxiKecHQB21pGMggM0AeB9f6Kogt9iB', 'f595449452affdcbfe08b15052e6f3b8afa6301508495e8f1006c38a35318f38', '', '', 1, 'main', 0, 0, 1795673709, 0, 0, 0, 'http://127.0.0.1:45245', '', 0, 'fake-gpt', 'default', 17, '', '', 1, '', '', '');
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('check-books', '', 0, 1795677309);
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('poll-drawings', '', 0, 1795673724);
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('poll-songs', '', 0, 1795673724);
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('query-orders', '', 0, 1795673719);
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('reconcile-orders', '', 0, 1795750200);
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('remind-low-balance', '', 0, 1795673769);
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('test-channels', '', 0, 1795673769);
INSERT INTO jobs (name, holder, lease_until, next_run) VALUES ('update-channel-balances', '', 0, 1795673769);
INSERT INTO journal_positions (node_id, segment, "offset", floor) VALUES ('903a82c2a073', 1, 2753, 1);
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0001-accounts', '2026-11-26T06:15:08.355Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0002-channels', '2026-11-26T06:15:08.402Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0003-money', '2026-11-26T06:15:08.429Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0004-logs', '2026-11-26T06:15:08.460Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0005-tasks', '2026-11-26T06:15:08.488Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0006-identity', '2026-11-26T06:15:08.539Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0008-orders', '2026-11-26T06:15:08.571Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0009-statistics', '2026-11-26T06:15:08.601Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0010-task-lists', '2026-11-26T06:15:08.607Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0011-languages', '2026-11-26T06:15:08.611Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0012-log-indexes', '2026-11-26T06:15:08.613Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0013-test-errors', '2026-11-26T06:15:08.615Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0014-list-indexes', '2026-11-26T06:15:08.647Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0015-task-money', '2026-11-26T06:15:08.675Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0016-log-user-indexes', '2026-11-26T06:15:08.679Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0017-channel-tests', '2026-11-26T06:15:08.684Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0018-drawing-status', '2026-11-26T06:15:08.686Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0019-wider-rollups', '2026-11-26T06:15:08.689Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0020-rollup-sums', '2026-11-26T06:15:08.690Z');
INSERT INTO kysely_migration (name, "timestamp") VALUES ('0021-receipt-terms', '2026-11-26T06:15:08.693Z');
INSERT INTO kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);
INSERT INTO ledger_openings (user_id, quota) VALUES (1, 100000000);
INSERT INTO logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id, terms_id) VALUES (1, 2, 1795673709, 1, '通过兑换码充值 ＄0.500000 额度，兑换码ID 1', 'alice', '', '', 250000, 0, 0, 0, 0, 0, 0, '{"message":{"zh":"通过兑换码充值 ＄0.500000 额度，兑换码ID 1","en":"Redeemed a code for $0.50, code ID 1"}}', '', 0);
INSERT INTO logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id, terms_id) VALUES (2, 1, 1795673709, 2, '', 'root', 'unlimited', 'fake-gpt', 2, 1, 5, 0, 1, 1, 1, '{"frt":34,"usage":{"input":1,"output":5},"carry_in":0,"carry_out":220,"tries":[[1,200,15]]}', '20261126061509282890148JnbI9neb', 64889842947609);
INSERT INTO logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id, terms_id) VALUES (3, 2, 1795673709, 2, '', 'alice', 'limited', 'fake-gpt', 2, 1, 6, 0, 0, 1, 2, '{"frt":22,"usage":{"input":1,"output":6},"carry_in":0,"carry_out":590,"tries":[[1,200,2]]}', '202611260615093305340950qe0PPNh', 64889842947609);
INSERT INTO logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id, terms_id) VALUES (4, 1, 1795673709, 2, '', 'root', 'unlimited', 'fake-gpt', 3, 1, 7, 0, 0, 1, 1, '{"frt":2,"usage":{"input":1,"output":7},"carry_in":220,"carry_out":180,"tries":[[1,200,0]]}', '20261126061509355631163Qw1sgFBg', 64889842947609);
INSERT INTO logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id, terms_id) VALUES (5, 2, 1795673709, 2, '', 'alice', 'limited', 'fake-gpt', 3, 1, 8, 0, 1, 1, 2, '{"frt":2,"usage":{"input":1,"output":8},"carry_in":590,"carry_out":920,"tries":[[1,200,2]]}', '20261126061509359027669r5zcXGvf', 64889842947609);
INSERT INTO logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id, terms_id) VALUES (6, 1, 1795673709, 2, '', 'root', 'unlimited', 'fake-gpt', 3, 1, 9, 0, 0, 1, 1, '{"frt":2,"usage":{"input":1,"output":9},"carry_in":180,"carry_out":880,"tries":[[1,200,1]]}', '20261126061509362972783U6qO4TDH', 64889842947609);
INSERT INTO logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id, terms_id) VALUES (7, 2, 1795673709, 2, '', 'alice', 'limited', 'fake-gpt', 4, 1, 10, 0, 0, 1, 2, '{"frt":1,"usage":{"input":1,"output":10},"carry_in":920,"carry_out":990,"tries":[[1,200,1]]}', '20261126061509366422619nNQqzcJ6', 64889842947609);
INSERT INTO options (key, value) VALUES ('ModelRatio', '{"fake-gpt":0.37}');
INSERT INTO options (key, value) VALUES ('SystemName', '旧站 "one"');
INSERT INTO quota_data (id, user_id, username, model_name, created_at, token_id, channel_id, token_used, count, quota, unlisted_count, unlisted_tokens, unlisted_quota, refunded, prompt_tokens, completion_tokens, failed_count) VALUES (1, 1, 'root', 'fake-gpt', 1795672800, 1, 1, 24, 3, 8, 0, 0, 0, 0, 3, 21, 0);
INSERT INTO quota_data (id, user_id, username, model_name, created_at, token_id, channel_id, token_used, count, quota, unlisted_count, unlisted_tokens, unlisted_quota, refunded, prompt_tokens, completion_tokens, failed_count) VALUES (2, 2, 'alice', 'fake-gpt', 1795672800, 2, 1, 27, 3, 9, 0, 0, 0, 0, 3, 24, 0);
INSERT INTO receipt_terms (id, content, receipt) VALUES (64889842947609, '模型倍率 0.37，补全倍率 1.00，分组倍率 1.00', '{"model_ratio":0.37,"completion_ratio":1,"group_ratio":1,"model_price":-1,"price_version":"2026-11-20+ba9e982a","quota_per_unit":500000,"group":"default","usage_source":"upstream","end_reason":"stop"}');
INSERT INTO redemptions (id, user_id, key, key_hash, status, name, quota, created_time, redeemed_time, used_user_id, deleted_at) VALUES (2, 1, 'v1.c245daf7.ECuPkGrWZ8FCO1wT.xPHZBh-eFpa08_UlSLyFG8BmD_GZaU1h7PaLrylc9nIZ7twWFw7AJyBWRO0I-6Rj', 'b59c1ecc73633db1ad75a8e6ed547e0bd17d70c1ace50af65381e8214e1e37b8', 1, 'gift', 250000, 1795673709, 0, 0, NULL);
INSERT INTO redemptions (id, user_id, key, key_hash, status, name, quota, created_time, redeemed_time, used_user_id, deleted_at) VALUES (1, 1, 'v1.c245daf7.nmnPp-SdEPgsHwh3.8V2Z4pvHiDEyHk2tR6SkSnHJm_BnmtxJptUmv_DHdh4YbgiXcFarHQnxBRn94fSu', 'c8dac8429fb41ac51dc5182fc05eb9fcc0ed9397ab0867c4f9292a839ed59dc1', 3, 'gift', 250000, 1795673709, 1795673709, 2, NULL);
INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, ip, user_agent) VALUES ('72f132230d575e989f8004383177011bd8e9aa1f7ead5d4be29282d3e376a4b5', 1, 1795673709, 1795673709, 1798265709, '127.0.0.1', 'Bun/1.4.5');
INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, ip, user_agent) VALUES ('06fa48922bb9685bbbf1dba7d44b0365bd1a2ccdfb86a638b03fcfdfbfc8c506', 2, 1795673709, 1795673709, 1798265709, '127.0.0.1', 'Bun/1.4.5');
INSERT INTO tokens (id, user_id, key, key_hash, status, name, created_time, accessed_time, expired_time, remain_quota, unlimited_quota, model_limits_enabled, model_limits, allow_ips, used_quota, "group", deleted_at) VALUES (1, 1, 'v1.c245daf7.ICh3w_zn2TvkiIoD.W3GEmjL6y5i4-ZzIAxC3wVfcj1wA8GoKg4O15In6Vrm5lIyZRRyWzt6MhemssiFC4gnVNcwfKwxE2bf8uFcBRA', 'abb0040d9186b5a8a7e7fdf270c8485d83b3d2777f9bcc9dfd072ae402110add', 1, 'unlimited', 1795673709, 1795673709, -1, 0, 1, 0, '', '', 8, '', NULL);
INSERT INTO tokens (id, user_id, key, key_hash, status, name, created_time, accessed_time, expired_time, remain_quota, unlimited_quota, model_limits_enabled, model_limits, allow_ips, used_quota, "group", deleted_at) VALUES (2, 2, 'v1.c245daf7.ILFKsoB-7GqfHjJq.QRBoF_INYk-VvgzprsNXtq-A_VW4vxVIzcqVsPPiaNqB2kl1h9UF5zXSCbrTdKdJhnwNS_LbPkM5YmG1cQcaMQ', 'a47ad2e5da81ff515cd7b02d10ff6a8b7f34a901d088692cd596be85380daefd', 1, 'limited', 1795673709, 1795673709, -1, 87500, 0, 0, '', '', 9, '', NULL);
INSERT INTO users (id, username, password, display_name, role, status, email, github_id, wechat_id, telegram_id, linux_do_id, access_token, quota, quota_carry, used_quota, request_count, "group", aff_code, aff_count, aff_quota, aff_history, inviter_id, created_time, deleted_at, oidc_id, quota_reminded, language) VALUES (1, 'root', '$argon2id$v=19$m=19456,t=2,p=1$N+Wp/eh0ikUUIf4ePuVE9CxrhmClHgaO6gU7CMTcXuE$6iqt5EHjsqMhrrep7ZL+Dht+KjlcPM4F4dzOuqwhzmw', 'Root User', 100, 1, '', '', '', '', '', NULL, 99750000, 0, 8, 3, 'default', 'ciGD', 0, 0, 0, 0, 1795673708, NULL, '', 1, '');
INSERT INTO users (id, username, password, display_name, role, status, email, github_id, wechat_id, telegram_id, linux_do_id, access_token, quota, quota_carry, used_quota, request_count, "group", aff_code, aff_count, aff_quota, aff_history, inviter_id, created_time, deleted_at, oidc_id, quota_reminded, language) VALUES (2, 'alice', '$argon2id$v=19$m=19456,t=2,p=1$HQ5NbLJDp6Mc4Kc70Dgo7q0hBY0EWClwYVbx4CTnvQU$u+bwrr5PH790QvTOvUfNQhr1MUxjDVri+6R2Fy6Y3tQ', 'Alice', 1, 1, '', '', '', '', '', NULL, 218750, 0, 9, 3, 'default', NULL, 0, 0, 0, 0, 1795673709, NULL, '', 1, '');
INSERT INTO wallet_leases (node_id, owner_kind, owner_id, granted, spent, carry, expires_at) VALUES ('903a82c2a073', 'token', 2, 12500, 9, 0, 1795674309);
INSERT INTO wallet_leases (node_id, owner_kind, owner_id, granted, spent, carry, expires_at) VALUES ('903a82c2a073', 'user', 1, 250000, 8, 880, 1795674309);
INSERT INTO wallet_leases (node_id, owner_kind, owner_id, granted, spent, carry, expires_at) VALUES ('903a82c2a073', 'user', 2, 31250, 9, 990, 1795674309);
SELECT pg_catalog.setval('audits_id_seq', 7, true);
SELECT pg_catalog.setval('channel_tests_id_seq', 1, false);
SELECT pg_catalog.setval('channels_id_seq', 2, true);
SELECT pg_catalog.setval('logs_id_seq', 7, true);
SELECT pg_catalog.setval('midjourneys_id_seq', 1, false);
SELECT pg_catalog.setval('quota_data_id_seq', 2, true);
SELECT pg_catalog.setval('redemptions_id_seq', 2, true);
SELECT pg_catalog.setval('tasks_id_seq', 1, false);
SELECT pg_catalog.setval('tokens_id_seq', 2, true);
SELECT pg_catalog.setval('top_ups_id_seq', 1, false);
SELECT pg_catalog.setval('users_id_seq', 2, true);
ALTER TABLE ONLY abilities
    ADD CONSTRAINT abilities_primary PRIMARY KEY ("group", model, channel_id);
ALTER TABLE ONLY audits
    ADD CONSTRAINT audits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY channel_tests
    ADD CONSTRAINT channel_tests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (id);
ALTER TABLE ONLY jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (name);
ALTER TABLE ONLY journal_positions
    ADD CONSTRAINT journal_positions_pkey PRIMARY KEY (node_id);
ALTER TABLE ONLY kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY ledger_openings
    ADD CONSTRAINT ledger_openings_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY logs
    ADD CONSTRAINT logs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY mailed_codes
    ADD CONSTRAINT mailed_codes_primary PRIMARY KEY (purpose, address);
ALTER TABLE ONLY midjourneys
    ADD CONSTRAINT midjourneys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth_states
    ADD CONSTRAINT oauth_states_pkey PRIMARY KEY (id);
ALTER TABLE ONLY options
    ADD CONSTRAINT options_pkey PRIMARY KEY (key);
ALTER TABLE ONLY quota_data
    ADD CONSTRAINT quota_data_pkey PRIMARY KEY (id);
ALTER TABLE ONLY receipt_terms
    ADD CONSTRAINT receipt_terms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY redemptions
    ADD CONSTRAINT redemptions_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY redemptions
    ADD CONSTRAINT redemptions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY top_ups
    ADD CONSTRAINT top_ups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY top_ups
    ADD CONSTRAINT top_ups_trade_no_key UNIQUE (trade_no);
ALTER TABLE ONLY user_identities
    ADD CONSTRAINT user_identities_one_each UNIQUE (user_id, provider);
ALTER TABLE ONLY user_identities
    ADD CONSTRAINT user_identities_primary PRIMARY KEY (provider, subject);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_access_token_key UNIQUE (access_token);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_aff_code_key UNIQUE (aff_code);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_username_key UNIQUE (username);
ALTER TABLE ONLY wallet_leases
    ADD CONSTRAINT wallet_leases_primary PRIMARY KEY (node_id, owner_kind, owner_id);
CREATE INDEX abilities_channel_id ON abilities USING btree (channel_id);
CREATE INDEX audits_action_id ON audits USING btree (action, id);
CREATE INDEX audits_actor_id_id ON audits USING btree (actor_id, id);
CREATE INDEX audits_actor_name_id ON audits USING btree (actor_name, id);
CREATE INDEX audits_created_at_id ON audits USING btree (created_at, id);
CREATE INDEX audits_target_kind_target_id_id ON audits USING btree (target_kind, target_id, id);
CREATE INDEX channel_tests_channel_id_id ON channel_tests USING btree (channel_id, id);
CREATE INDEX channels_key_hash ON channels USING btree (key_hash);
CREATE INDEX channels_name ON channels USING btree (name);
CREATE INDEX channels_priority_id ON channels USING btree (priority, id);
CREATE INDEX channels_status ON channels USING btree (status);
CREATE INDEX channels_type ON channels USING btree (type);
CREATE INDEX logs_by_user_id ON logs USING btree (user_id, created_at, id, type, model_name);
CREATE INDEX logs_by_username ON logs USING btree (username, created_at, id, type, model_name);
CREATE INDEX logs_channel_id_created_at_id ON logs USING btree (channel_id, created_at, id);
CREATE INDEX logs_model_name_created_at_id ON logs USING btree (model_name, created_at, id);
CREATE INDEX logs_others_by_type ON logs USING btree (type, created_at, id) WHERE (type <> 2);
CREATE INDEX logs_others_by_user ON logs USING btree (user_id, created_at, id) WHERE (type <> 2);
CREATE INDEX logs_request_id ON logs USING btree (request_id);
CREATE INDEX logs_sorting ON logs USING btree (created_at, id, type, quota, use_time, prompt_tokens, completion_tokens);
CREATE INDEX logs_token_id_created_at_id ON logs USING btree (token_id, created_at, id);
CREATE INDEX logs_token_name_created_at_id ON logs USING btree (token_name, created_at, id);
CREATE INDEX mailed_codes_expires_at ON mailed_codes USING btree (expires_at);
CREATE INDEX midjourneys_channel_id_submit_time ON midjourneys USING btree (channel_id, submit_time);
CREATE INDEX midjourneys_mj_id ON midjourneys USING btree (mj_id);
CREATE INDEX midjourneys_open ON midjourneys USING btree (channel_id, id) WHERE (progress <> '100%'::text);
CREATE INDEX midjourneys_progress ON midjourneys USING btree (progress);
CREATE INDEX midjourneys_status_submit_time_id ON midjourneys USING btree (status, submit_time, id);
CREATE INDEX midjourneys_submit_time ON midjourneys USING btree (submit_time);
CREATE INDEX midjourneys_user_id_submit_time ON midjourneys USING btree (user_id, submit_time);
CREATE INDEX oauth_states_expires_at ON oauth_states USING btree (expires_at);
CREATE INDEX quota_data_channel_id_created_at ON quota_data USING btree (channel_id, created_at);
CREATE UNIQUE INDEX quota_data_once ON quota_data USING btree (created_at, user_id, model_name, token_id, channel_id);
CREATE INDEX quota_data_user_id_created_at ON quota_data USING btree (user_id, created_at);
CREATE INDEX redemptions_created_time_id ON redemptions USING btree (created_time, id);
CREATE INDEX redemptions_name ON redemptions USING btree (name);
CREATE INDEX redemptions_quota_id ON redemptions USING btree (quota, id);
CREATE INDEX redemptions_redeemed_time_id ON redemptions USING btree (redeemed_time, id);
CREATE INDEX redemptions_status_id ON redemptions USING btree (status, id);
CREATE INDEX redemptions_used_user_id ON redemptions USING btree (used_user_id);
CREATE INDEX sessions_expires_at ON sessions USING btree (expires_at);
CREATE INDEX sessions_user_id ON sessions USING btree (user_id);
CREATE INDEX tasks_action_submit_time_id ON tasks USING btree (action, submit_time, id);
CREATE INDEX tasks_channel_id_submit_time ON tasks USING btree (channel_id, submit_time);
CREATE INDEX tasks_open ON tasks USING btree (channel_id, id) WHERE (progress <> '100%'::text);
CREATE INDEX tasks_platform_submit_time_id ON tasks USING btree (platform, submit_time, id);
CREATE INDEX tasks_progress ON tasks USING btree (progress);
CREATE INDEX tasks_status_submit_time_id ON tasks USING btree (status, submit_time, id);
CREATE INDEX tasks_submit_time ON tasks USING btree (submit_time);
CREATE INDEX tasks_task_id ON tasks USING btree (task_id);
CREATE INDEX tasks_user_id_submit_time ON tasks USING btree (user_id, submit_time);
CREATE INDEX tokens_name ON tokens USING btree (name);
CREATE INDEX tokens_user_id_id ON tokens USING btree (user_id, id);
CREATE INDEX top_ups_create_time_id ON top_ups USING btree (create_time, id);
CREATE INDEX top_ups_gateway_create_time_id ON top_ups USING btree (gateway, create_time, id);
CREATE INDEX top_ups_gateway_trade_no ON top_ups USING btree (gateway_trade_no);
CREATE UNIQUE INDEX top_ups_paid_once ON top_ups USING btree (gateway, gateway_trade_no);
CREATE INDEX top_ups_status_create_time ON top_ups USING btree (status, create_time);
CREATE INDEX top_ups_status_next_query ON top_ups USING btree (status, next_query);
CREATE INDEX top_ups_user_id_id ON top_ups USING btree (user_id, id);
CREATE INDEX users_display_name ON users USING btree (display_name);
CREATE INDEX users_email ON users USING btree (email);
CREATE INDEX users_email_lower ON users USING btree (lower(email));
CREATE INDEX users_github_id ON users USING btree (github_id);
CREATE INDEX users_group ON users USING btree ("group");
CREATE INDEX users_inviter_id ON users USING btree (inviter_id);
CREATE INDEX users_linux_do_id ON users USING btree (linux_do_id);
CREATE INDEX users_telegram_id ON users USING btree (telegram_id);
CREATE INDEX users_wechat_id ON users USING btree (wechat_id);
CREATE INDEX wallet_leases_expires_at ON wallet_leases USING btree (expires_at);
CREATE INDEX wallet_leases_owner_kind_owner_id ON wallet_leases USING btree (owner_kind, owner_id);
ALTER TABLE ONLY channel_tests
    ADD CONSTRAINT channel_tests_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE;
ALTER TABLE ONLY user_identities
    ADD CONSTRAINT user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
