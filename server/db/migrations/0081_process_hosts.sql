-- Where a process runs: a container asks by it whether its own process is alive.
alter table processes add column host text;
