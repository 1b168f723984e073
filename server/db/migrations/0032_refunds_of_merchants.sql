-- Refunds are listed over all mandates too.
create index refunds_by_merchant on refunds (merchant_id, livemode, position desc);
create index refunds_by_status on refunds (merchant_id, livemode, status, position desc);
