/**
 * The service as `npm start` runs it, in a process that dies or freezes where a crash point is armed in the directory that CHAOS_ARMED
 * names. Only this file knows of that: the service itself is the one that production runs.
 */
import { loadConfig } from '../../server/config/config.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/log.ts';
import { startService } from '../../server/start/start-service.ts';
import { takeBlow } from './armed.ts';

const config = loadConfig();
const log = createLogger(config.logLevel);
const armed = process.env['CHAOS_ARMED']!;

async function crashPoint(point: string): Promise<void> {
  const blow = takeBlow(armed, point);
  if (blow === null) return;
  process.kill(process.pid, blow);
  // The rest of this process must not continue before the signal arrives.
  if (blow === 'SIGKILL') await new Promise(() => {});
}

const running = await startService(config, { clock: systemClock, log, crashPoint });
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
process.stdout.write(`ready ${running.apiUrl ?? ''}\n`);
