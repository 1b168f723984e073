-- How a merchant's pages look, and where its payers turn to. The colour is kept as it was asked for: pages correct it for each theme.
alter table merchants
  add column logo_url text,
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  add column support_email text,
  add column support_url text;
