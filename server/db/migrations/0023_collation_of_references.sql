-- Ids compare by byte, and so do the columns that refer to them from now on. They had the database's own collation: a join from
-- an id to them could not use their indexes, and read whole tables. The tables are not written again, their indexes are.
alter table api_keys alter column merchant_id type text collate "C";
alter table attempts
  alter column merchant_id type text collate "C",
  alter column mandate_id type text collate "C",
  alter column charge_id type text collate "C",
  alter column refund_id type text collate "C";
alter table authorizations alter column mandate_id type text collate "C";
alter table charges alter column merchant_id type text collate "C", alter column mandate_id type text collate "C";
alter table events
  alter column merchant_id type text collate "C",
  alter column mandate_id type text collate "C",
  alter column charge_id type text collate "C";
alter table examined_signatures alter column mandate_id type text collate "C";
alter table idempotency_keys alter column merchant_id type text collate "C";
alter table mandates alter column merchant_id type text collate "C", alter column offer_id type text collate "C";
alter table offers alter column merchant_id type text collate "C";
alter table payout_wallet_links alter column merchant_id type text collate "C";
alter table plan_attempts alter column mandate_id type text collate "C";
alter table quotas alter column merchant_id type text collate "C";
alter table refunds
  alter column merchant_id type text collate "C",
  alter column mandate_id type text collate "C",
  alter column charge_id type text collate "C";
alter table sessions alter column merchant_id type text collate "C";
alter table settled_hours alter column merchant_id type text collate "C";
alter table settled_progress alter column merchant_id type text collate "C";
alter table settlements
  alter column merchant_id type text collate "C",
  alter column charge_id type text collate "C",
  alter column refund_id type text collate "C";
alter table sponsored_transactions alter column merchant_id type text collate "C", alter column mandate_id type text collate "C";
alter table token_choices alter column merchant_id type text collate "C";
alter table token_requests alter column merchant_id type text collate "C";
alter table tokens alter column made_by type text collate "C";
alter table top_ups alter column merchant_id type text collate "C", alter column mandate_id type text collate "C";
alter table wallet_challenges alter column merchant_id type text collate "C";
alter table webhook_attempts alter column delivery_id type text collate "C";
alter table webhook_deliveries
  alter column merchant_id type text collate "C",
  alter column event_id type text collate "C",
  alter column endpoint_id type text collate "C";
alter table webhook_endpoints alter column merchant_id type text collate "C";

-- Events of one type, however rare it is among a merchant's; mandates of one status.
create index events_by_type on events (merchant_id, livemode, type, position desc);
create index mandates_by_status on mandates (merchant_id, livemode, status, id desc);
-- The index above serves these too.
drop index mandates_pending;

-- Metrics read the subscriptions that had not ended before their windows, from the index alone.
create index mandates_by_end on mandates (merchant_id, livemode, ended_at)
  include (activated_at, sell_mode, mint, period_seconds, amount_per_period) where activated_at is not null;
drop index mandates_by_activation;
create index mandates_by_activation on mandates (merchant_id, livemode, activated_at, payer) include (id) where activated_at is not null;
