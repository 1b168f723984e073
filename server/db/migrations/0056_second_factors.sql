-- Second factors of people: passkeys, which also sign in by themselves, codes of an authenticator app, and recovery codes. All times are real time.
alter table accounts
  -- Since when the person has a passkey or an authenticator app; null: the password is enough to sign in.
  add column second_factor_since bigint;

alter table sessions
  -- Signed in with the password alone by a person with a second factor: nothing but to prove it can be done.
  add column second_factor_due boolean not null default false,
  -- When a second factor was last proven in this session.
  add column second_factor_at bigint,
  -- Whether that one counts for what a stolen password must not do: it was there for a day, or was added with such a one.
  add column second_factor_trusted boolean not null default false;

alter table merchants
  -- Whether everybody of the team needs a second factor.
  add column second_factor_required boolean not null default false;

create table passkeys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  -- Of WebAuthn, in base64url, as the browser sends it.
  credential_id text collate "C" not null unique,
  -- COSE.
  public_key bytea not null,
  -- Never lower than at the last use, where the authenticator counts: a copy of it would show.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint,
  trusted_from bigint not null
);
create index passkeys_by_account on passkeys (account_id, created_at);

create table authenticator_apps (
  account_id text collate "C" primary key references accounts on delete cascade,
  -- The secret, encrypted.
  secret bytea not null,
  -- The 30 seconds whose code was used last: that one and older ones are refused.
  last_step bigint not null,
  created_at bigint not null,
  trusted_from bigint not null
);

-- 80 random bits each, so that their SHA-256 protects them.
create table recovery_codes (
  account_id text collate "C" not null references accounts on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at bigint not null,
  trusted_from bigint not null,
  used_at bigint,
  primary key (account_id, code_hash)
);

-- Wrong codes of authenticator apps in a row, and since when.
create table wrong_codes (
  account_id text collate "C" primary key references accounts on delete cascade,
  count integer not null,
  since bigint not null
);

-- What a browser or an app is to answer, each good for once.
create table factor_challenges (
  id text collate "C" primary key,
  -- add_passkey and use_passkey: the challenge of WebAuthn. add_app: the new secret, encrypted.
  purpose text not null check (purpose in ('add_passkey', 'use_passkey', 'add_app')),
  -- Null: a passkey says by itself who signs in.
  account_id text collate "C" references accounts on delete cascade,
  content bytea not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index factor_challenges_by_age on factor_challenges (expires_at);
