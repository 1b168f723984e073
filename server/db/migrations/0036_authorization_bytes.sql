-- The whole transaction with which a payer authorized a mandate. Nodes forget old transactions, and it proves what the payer signed. Null for
-- those from before: they are read from the chain when somebody asks.
alter table authorizations add column wire bytea;
