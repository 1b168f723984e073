-- Offers may name the scheme of the mandates that start from them; null: as the deployment decides when they start.
alter table offers add column scheme text check (scheme in ('approval', 'plan'));

-- A payer's subscription to a mandate's plan is counted like an approval: (signature, instruction) for one mandate only.
alter table authorizations drop constraint authorizations_kind_check;
alter table authorizations add constraint authorizations_kind_check check (kind in ('approval', 'subscription', 'payment'));
