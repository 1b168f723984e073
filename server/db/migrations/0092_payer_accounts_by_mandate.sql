-- A mandate's payer compares by byte, and these did not: a join from a mandate to its payer's account could not use the key, and read the accounts of
-- all merchants' payers.
create index payer_accounts_of_mandates on payer_accounts (livemode, payer collate "C", mint);
