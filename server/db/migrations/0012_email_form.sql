-- The service stores e-mail addresses in one form of its own. Postgres' lower case is another for a few letters, and depends on its locale.
alter table merchants drop constraint merchants_email_case;
