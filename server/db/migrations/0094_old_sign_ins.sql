-- merchants.email and merchants.password_hash are read only by processes of a version without accounts, which may run during an upgrade. They keep a
-- copy of a sign-in for as long as the account says the same; whoever changes it there, adds a second factor, leaves the merchant or gets another role no
-- longer signs in at an old process, which would know nothing of that, and no hash of an old password stays behind.
create function forget_old_sign_in() returns trigger language plpgsql as $$
begin
  update merchants set email = null, password_hash = null
  where email is not null and (email = old.email or id = 'mer_' || substr(old.id, 5));
  return null;
end $$;
create trigger forget_old_sign_in_on_change after update of email, password_hash, second_factor_since on accounts
  for each row when (
    old.email is distinct from new.email or old.password_hash is distinct from new.password_hash
    or old.second_factor_since is distinct from new.second_factor_since)
  execute function forget_old_sign_in();
create trigger forget_old_sign_in_on_end after delete on accounts for each row execute function forget_old_sign_in();

create function forget_old_sign_in_of_member() returns trigger language plpgsql as $$
begin
  update merchants m set email = null, password_hash = null
  where m.id = old.merchant_id and m.email is not null
    and m.email is not distinct from (select a.email from accounts a where a.id = old.account_id);
  return null;
end $$;
create trigger forget_old_sign_in_on_role after update of role on memberships
  for each row when (old.role is distinct from new.role) execute function forget_old_sign_in_of_member();
create trigger forget_old_sign_in_on_leaving after delete on memberships
  for each row execute function forget_old_sign_in_of_member();

-- What has changed before.
update merchants m set email = null, password_hash = null
where m.email is not null and not exists (
  select from accounts a join memberships p on p.account_id = a.id
  where p.merchant_id = m.id and p.role = 'owner' and a.email = m.email and a.password_hash is not distinct from m.password_hash
    and a.second_factor_since is null);

-- An old process that has read the old password just before signs its person in with the password alone: a new process asks for the second factor.
create or replace function account_of_old_session() returns trigger language plpgsql as $$
declare
  factor_since bigint;
begin
  select a.id, a.second_factor_since into new.account_id, factor_since
  from accounts a join merchants m on m.email = a.email where m.id = new.merchant_id;
  new.second_factor_due := factor_since is not null;
  return new;
end $$;
