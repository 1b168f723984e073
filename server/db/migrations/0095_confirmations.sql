-- How many links to confirm an address a merchant's pages have sent lately.
create index mails_confirmations on mails (merchant_id, livemode, created_at) where kind = 'payer_confirm';
