-- What an endpoint is for, and which events it gets: null for every type of API version 0.1.0. An endpoint stays as it was made, so both
-- are only ever set when it is.
alter table webhook_endpoints
  add column description text,
  add column events text[];
