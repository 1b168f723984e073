-- Each new signature of a refund bids more than those that expired.
create index attempts_by_refund on attempts (refund_id) where refund_id is not null;
