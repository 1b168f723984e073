-- The amounts that the payer of a pending subscription was given to approve, newest first: a signed approval of another is not broadcast.
alter table mandates add column issued_amounts numeric(20, 0)[] not null default '{}';
