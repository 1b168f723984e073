import cluster from 'node:cluster';
import { type Config, helpText, loadConfig, loadForDoctor } from './config/config.ts';
import { migrate } from './db/migrate.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { join } from 'node:path';
import { systemClock } from './lib/clock.ts';
import { createLogger } from './log.ts';
import { startService } from './start/start-service.ts';
import { runChild } from './processes/child.ts';
import { type Service, startProcesses } from './processes/parent.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { explain } from './start/explain.ts';
import { runRotate } from './rotation/run-rotate.ts';
import { runHealth } from './start/run-health.ts';
import { runExport } from './start/run-export.ts';
import { runImport } from './start/run-import.ts';
import { runReconcile } from './start/run-reconcile.ts';
import { runAccount } from './start/run-account.ts';
import { runSettleAttempt } from './start/run-settle-attempt.ts';

try {
  const doctor = loadForDoctor();
  if (doctor !== null) {
    const print = (text: string) => void process.stdout.write(text);
    process.exit(await runDoctor(doctor.read, { json: doctor.json, print }));
  }
  const config = loadConfig();
  if (config.command === 'help') process.stdout.write(`${helpText()}\n`);
  else if (config.command === 'migrate') await runMigrations(config);
  else if (config.command === 'health') await runHealth(config);
  else if (config.command === 'rotate') await runRotate(config, (text) => void process.stdout.write(text));
  else if (config.command === 'account') await runAccount(config);
  else if (config.command === 'settle-attempt') await runSettleAttempt(config);
  else if (config.command === 'export') await runExport(config);
  else if (config.command === 'import') await runImport(config, (text) => void process.stdout.write(text));
  else if (config.command === 'reconcile') {
    process.exitCode = await runReconcile(config, (line) => void process.stdout.write(`${line}\n`));
  } else await serve(config);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function serve(config: Config): Promise<void> {
  const startedMs = systemClock.milliseconds();
  const log = createLogger(config.logLevel);
  if (cluster.isWorker) return runChild(config, log);
  const start = config.processes > 1 ? startProcesses : startService;
  const running: Service = await start(config, { clock: systemClock, log });
  const { apiUrl, localnetUrl } = running;
  const startedInMs = systemClock.milliseconds() - startedMs;
  // Before readiness is announced: an early signal must stop the process cleanly too.
  const signalled = nextSignal();
  log.info({ role: config.role, url: apiUrl, localnetUrl, startedInMs }, 'ready');
  if (apiUrl !== null) process.stdout.write(`Autopay is ready at ${apiUrl}\n`);
  const signal = await Promise.race([signalled, running.broken]);
  log.info({ signal }, 'stopping');
  // A second signal, or a stop that hangs, ends the process at once: all unfinished work is in the database.
  void nextSignal().then(() => process.exit(1));
  // A person at a terminal need not wait for a load balancer's health check.
  if (signal === 'SIGTERM') await running.drain();
  await running.stop();
  process.exit(0);
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
  });
}

async function runMigrations(config: Config): Promise<void> {
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') })
      : null;
  try {
    const applied = await migrate(config.databaseUrl ?? embedded!.url);
    process.stdout.write(
      applied.length === 0 ? 'The database is up to date.\n' : `Applied migrations ${applied.join(', ')}.\n`,
    );
  } finally {
    await embedded?.stop();
  }
}
