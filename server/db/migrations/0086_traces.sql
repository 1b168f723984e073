-- Which span of a trace made a charge or a webhook, as a traceparent of W3C Trace Context. Whoever traces says so with the transaction; nobody else writes
-- anything here.
alter table charges
  add column trace_parent text default nullif(current_setting('autopay.trace', true), '');
alter table webhook_deliveries
  add column trace_parent text default nullif(current_setting('autopay.trace', true), '');
