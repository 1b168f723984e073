-- What a merchant's receipts say of the business, for both modes. Address: its lines.
create table business_details (
  merchant_id text collate "C" primary key references merchants,
  legal_name text,
  address_lines text[] not null,
  country text,
  tax_id text,
  receipt_note text,
  updated_at bigint not null
);

-- Whom a payer wants on the receipt of a charge, and on the later ones of its mandate until one says something else. A row without a
-- name says: nobody any more.
create table receipt_recipients (
  charge_id text collate "C" primary key,
  merchant_id text collate "C" not null,
  livemode boolean not null,
  mandate_id text collate "C" not null,
  receipt_number bigint not null,
  name text,
  address_lines text[] not null,
  updated_at bigint not null,
  foreign key (charge_id, merchant_id, livemode) references charges (id, merchant_id, livemode)
);
create index receipt_recipients_by_mandate on receipt_recipients (mandate_id, receipt_number);
