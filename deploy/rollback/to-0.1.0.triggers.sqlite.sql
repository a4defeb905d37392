-- SQLite alone: removes triggers that name tables of 0.2.0, and begins the transaction that to-0.1.0.sql ends.
begin;
drop trigger if exists quota_data_insert_sets;
drop trigger if exists quota_data_update_sets;
drop trigger if exists quota_data_delete_sets;
-- to-0.1.0.sql fails without it.
create temporary table rolling_back (id integer);
