-- People apart from merchants: one person may be in several merchants, with a role in each. All times are real time.
create table accounts (
  id text collate "C" primary key,
  -- In the service's own form, as merchants.email was: compared as it stands.
  email text not null constraint accounts_email_key unique,
  -- Null: this person signs in without a password.
  password_hash text,
  created_at bigint not null
);

-- An account goes with its last membership, and what belongs to it goes with the account: a table that refers to accounts cascades.
create table memberships (
  account_id text collate "C" not null references accounts on delete cascade,
  merchant_id text collate "C" not null references merchants,
  role text not null check (role in ('owner', 'admin', 'developer', 'finance', 'viewer')),
  created_at bigint not null,
  -- When this person last went over to this merchant: signing in leads to the newest.
  chosen_at bigint not null,
  primary key (account_id, merchant_id)
);
create index memberships_by_merchant on memberships (merchant_id, created_at, account_id);

create table invitations (
  id text collate "C" primary key,
  merchant_id text collate "C" not null references merchants,
  role text not null check (role in ('owner', 'admin', 'developer', 'finance', 'viewer')),
  -- Where the link was sent; null: whoever made it hands it over.
  email text,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Who made it, and who came by it. Not references: people leave, and what they did stays.
  invited_by text not null,
  accepted_by text,
  created_at bigint not null,
  expires_at bigint not null,
  accepted_at bigint,
  revoked_at bigint,
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create index invitations_by_merchant on invitations (merchant_id, id desc);

-- Whoever signed a merchant up owns it. The id is made of the merchant's, whose form is the same.
insert into accounts (id, email, password_hash, created_at)
select 'acc_' || substr(id, 5), email, password_hash, created_at from merchants where email is not null;
insert into memberships (account_id, merchant_id, role, created_at, chosen_at)
select 'acc_' || substr(id, 5), id, 'owner', created_at, created_at from merchants where email is not null;

delete from sessions where merchant_id in (select id from merchants where email is null);
alter table sessions add column account_id text collate "C" references accounts on delete cascade;
update sessions set account_id = 'acc_' || substr(merchant_id, 5);
alter table sessions alter column account_id set not null;
create index sessions_by_account on sessions (account_id);

-- merchants.email and merchants.password_hash are no longer read or written. They stay, with these two triggers, for processes of the version
-- before, which may run beside the new ones during an upgrade: who signs up there has an account, and who signs in there a session of it.
create function account_of_old_sign_up() returns trigger language plpgsql as $$
begin
  if exists (select from memberships where merchant_id = new.id) or exists (select from accounts where email = new.email) then
    raise exception 'this merchant or this e-mail address has an account' using errcode = '23505', constraint = 'merchants_email_key';
  end if;
  insert into accounts (id, email, password_hash, created_at)
  values ('acc_' || substr(new.id, 5), new.email, new.password_hash, extract(epoch from now())::bigint);
  insert into memberships (account_id, merchant_id, role, created_at, chosen_at)
  select id, new.id, 'owner', created_at, created_at from accounts where email = new.email;
  return new;
end $$;
create trigger account_of_old_sign_up after update of email on merchants
  for each row when (old.email is null and new.email is not null) execute function account_of_old_sign_up();

create function account_of_old_session() returns trigger language plpgsql as $$
begin
  new.account_id := (select a.id from accounts a join merchants m on m.email = a.email where m.id = new.merchant_id);
  return new;
end $$;
create trigger account_of_old_session before insert on sessions
  for each row when (new.account_id is null) execute function account_of_old_session();
