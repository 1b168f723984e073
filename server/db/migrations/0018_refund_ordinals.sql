-- Which refund of its charge it is: 1, 2, and so on. Its id, and with it what its transfer carries on chain, follows from the charge and this
-- number, so that a database that was set back finds the refunds it forgot. Null where nothing can be on chain under such an id: a
-- refund that was refused before a transaction was made, and all from before there were numbers.
alter table refunds add column ordinal integer check (ordinal > 0);
alter table refunds add constraint refunds_by_ordinal unique (charge_id, ordinal);

-- Such ids do not sort by time. This does, byte by byte.
alter table refunds add column position text collate "C";
update refunds set position = id;
alter table refunds alter column position set not null;
drop index refunds_by_mandate;
create index refunds_by_mandate on refunds (mandate_id, position desc);

-- The last recovery up to which all forgotten refunds of this charge were found.
alter table charges add column refunds_recovered_through integer not null default 0;
