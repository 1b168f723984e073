-- Several charges of one payee are pulled in one transaction. Each has a reference of its own there.
alter table attempts drop constraint attempts_signature_key;
alter table attempts add constraint attempts_by_transfer unique (signature, reference);
