-- The delegate that the plan names and its reference commits to, where the payer has moved the mandate to a newer key of the service
-- since. Null: it is mandates.delegate itself.
alter table mandates add column plan_delegate text;

-- What a top-up's transaction approves: whom, and which of the payer's other mandates it carries by their references. Those move to
-- that delegate when it landed.
alter table top_ups add column delegate text;
update top_ups t set delegate = m.delegate from mandates m where m.id = t.mandate_id;
alter table top_ups alter column delegate set not null;
alter table top_ups add column carried text[] not null default '{}';
