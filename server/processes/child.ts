import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../log.ts';
import { createInstrumentsFor } from '../start/monitor.ts';
import { type Running, startService } from '../start/start-service.ts';
import { remoteRateStore } from './counted-together.ts';
import type { MeasureMessage, StartMessage, ToChild, ToParent } from './messages.ts';

/**
 * Serves requests beside other processes on one port, until the parent says to stop. Throws if the service does not start. If the parent
 * is killed, Node ends this process too.
 */
export async function runChild(config: Config, log: Logger): Promise<void> {
  // The parent decides when a child stops. A terminal sends Ctrl-C to all of them, and supervisors their signals.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const counters = remoteRateStore(send, systemClock);
  const started = Promise.withResolvers<Running>();
  const start = async (message: StartMessage) => {
    const own = configOf(config, message);
    const instruments = await createInstrumentsFor(own, `api-${message.place}`);
    return startService(own, { clock: systemClock, log, rateStore: counters.store, instruments });
  };
  process.on('message', (message: ToChild) => {
    if (message.kind === 'counted') counters.receive(message);
    else if (message.kind === 'start') start(message).then(started.resolve, started.reject);
    else if (message.kind === 'measure') void started.promise.then((running) => measure(running, message));
    else void started.promise.then((running) => obey(running, message.kind));
  });
  await started.promise;
  log.info({ role: 'api' }, 'this process serves requests');
  send({ kind: 'ready' });
}

async function obey(running: Running, what: 'drain' | 'retire' | 'stop'): Promise<void> {
  if (what === 'stop') {
    await running.stop();
    process.exit(0);
  }
  await running[what]();
  send({ kind: what === 'drain' ? 'drained' : 'retired' });
}

/** One that cannot be measured says nothing: the parent does not wait for it. */
async function measure(running: Running, { id, whole }: MeasureMessage): Promise<void> {
  const snapshots = (await running.measure?.({ whole })) ?? [];
  send({ kind: 'measured', id, snapshots });
}

function send(message: ToParent): void {
  // It is gone once the parent is, and then this process ends as well.
  if (process.connected) process.send!(message);
}

/** The settings, with the database and the local chain of the parent. */
function configOf(config: Config, { databaseUrl, localnetUrl, port, publicUrl }: StartMessage): Config {
  const keyFile = (name: string) => join(config.dataDir, 'keys', name);
  return {
    ...config,
    role: 'api',
    processes: 1,
    // The parent has begun the recovery.
    recover: false,
    databaseUrl,
    port,
    publicUrl,
    test:
      localnetUrl === null
        ? config.test
        : {
            kind: 'rpc',
            commitment: config.test.kind === 'none' ? 'confirmed' : config.test.commitment,
            rpcUrls: [localnetUrl],
            feePayerKeyFile: keyFile('fee-payer.json'),
            delegateKeyFiles: [keyFile('delegate.json')],
            planOwnerKeyFile: null,
          },
  };
}
