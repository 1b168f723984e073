-- What people look after of their sign-in: where they are signed in, a forgotten password, another e-mail address. All times are real time.
alter table sessions
  -- What the browser said of itself at sign-in, and the address it came from, in the form that is counted. Null: signed in before this was kept.
  add column user_agent text,
  add column address text;

-- Links that set a new password, each good for once. The token is in the link alone.
create table password_resets (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id text collate "C" not null references accounts on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index password_resets_by_account on password_resets (account_id);
create index password_resets_by_age on password_resets (expires_at);

-- Addresses for which somebody asked for such a link, whether anybody signs in with them or not: the background looks that up, so that
-- the request takes the same for all.
create table password_reset_requests (
  id bigint generated always as identity primary key,
  email text not null,
  -- Where the link leads to: the origin at which it was asked for is not known in the background.
  public_url text not null,
  created_at bigint not null
);

-- The e-mail address that a person wants to sign in with from now on: it counts once both links were opened.
create table email_changes (
  account_id text collate "C" primary key references accounts on delete cascade,
  email text not null,
  old_token_hash bytea not null unique check (length(old_token_hash) = 32),
  new_token_hash bytea not null unique check (length(new_token_hash) = 32),
  old_confirmed_at bigint,
  new_confirmed_at bigint,
  created_at bigint not null,
  expires_at bigint not null
);
