-- A change of the payout wallet that waits: the wallet that was proven, when, by which person, and when it takes effect. At most one per
-- merchant; what becomes of it is in the audit log.
alter table merchants
  add column pending_payout_wallet text,
  add column pending_payout_wallet_proven_at bigint,
  add column pending_payout_wallet_from bigint,
  add column pending_payout_wallet_by text,
  add constraint merchants_pending_payout_wallet_whole
    check (num_nonnulls(pending_payout_wallet, pending_payout_wallet_proven_at, pending_payout_wallet_from) in (0, 3));
create index merchants_by_pending_payout_wallet on merchants (pending_payout_wallet_from) where pending_payout_wallet_from is not null;

-- The old wallet agrees to its successor.
alter table wallet_challenges drop constraint wallet_challenges_purpose_check, drop constraint wallet_challenges_check;
alter table wallet_challenges
  add constraint wallet_challenges_purpose_check check (purpose in ('payout', 'payout_change', 'payer')),
  add constraint wallet_challenges_check check ((purpose <> 'payer') = (merchant_id is not null));
