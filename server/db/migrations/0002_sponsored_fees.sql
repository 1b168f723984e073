-- Transactions whose network fee the service offered to pay, byte for byte: it signs nothing else. Those that it signed are what the
-- daily quotas count. All times are real time.
create table sponsored_transactions (
  mandate_id text not null,
  merchant_id text not null,
  livemode boolean not null,
  payer text not null,
  message bytea not null,
  -- changed: the payer's wallet sent other bytes than these, so this mandate's payer pays.
  status text not null check (status in ('issued', 'signed', 'changed')),
  issued_at bigint not null,
  signed_at bigint,
  primary key (mandate_id, message),
  foreign key (mandate_id, merchant_id, livemode) references mandates (id, merchant_id, livemode),
  check ((status = 'signed') = (signed_at is not null))
);
create index sponsored_transactions_signed on sponsored_transactions (livemode, signed_at) where status = 'signed';
create index sponsored_transactions_by_payer on sponsored_transactions (payer, signed_at) where status = 'signed';
create index sponsored_transactions_by_merchant on sponsored_transactions (merchant_id, signed_at) where status = 'signed';
