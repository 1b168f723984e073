-- A merchant that has moved to another deployment, in one mode: from then on nothing is signed for it here. Real time.
create table departures (
  merchant_id text collate "C" not null references merchants,
  livemode boolean not null,
  departed_at bigint not null,
  -- A slot that was finalized by then; null if none was known. What another deployment signs comes after it.
  from_slot bigint,
  -- Where payers and the merchant are sent on; null if nobody said.
  moved_to text,
  primary key (merchant_id, livemode)
);

-- Real time at which it was brought from another deployment, whose delegate its payer may have approved.
alter table mandates add column imported_at bigint;
