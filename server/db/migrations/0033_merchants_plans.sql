-- Plans of the Subscriptions program that a merchant's payout wallet owns: the service is only a puller of them. They have an id; the service's
-- own have none.

alter table subscription_plans
  drop constraint subscription_plans_status_check,
  -- moved: its owner took the service from its pullers.
  add constraint subscription_plans_status_check check (status in ('wanted', 'open', 'ending', 'moved', 'deleted')),
  add column id text collate "C" unique,
  -- On the merchant's clock.
  add column created_at bigint,
  -- The transaction that its owner is to sign: what it does, its bytes, and until which block height it can land. Null once it has landed.
  add column issued_action text check (issued_action in ('create', 'set_puller', 'end', 'delete')),
  add column issued_message bytea,
  add column issued_last_valid_block_height bigint,
  add constraint subscription_plans_moved check (status <> 'moved' or id is not null);

create index subscription_plans_of_merchant on subscription_plans (merchant_id, livemode, id) where id is not null;
