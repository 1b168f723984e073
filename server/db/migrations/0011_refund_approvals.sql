-- Transactions under a payee's refund-approval reference that were read. Anyone can add some, so none is read twice, and an approval that
-- was found once is not searched for again: whether it is still good is what the payee's account says.
create table refund_approvals (
  reference text not null,
  signature text not null,
  is_approval boolean not null,
  primary key (reference, signature)
);
