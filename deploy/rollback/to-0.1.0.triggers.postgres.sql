-- PostgreSQL alone: removes triggers that name tables of 0.2.0, and begins the transaction that to-0.1.0.sql ends.
begin;
drop trigger if exists quota_data_insert_sets on quota_data;
drop trigger if exists quota_data_update_sets on quota_data;
drop trigger if exists quota_data_delete_sets on quota_data;
drop function if exists mark_rollup_sets;
-- to-0.1.0.sql fails without it.
create temporary table rolling_back (id integer);
