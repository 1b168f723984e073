import type { PostWebhook, WebhookResult } from '../../server/webhooks/post-webhook.ts';
import { SIGNATURE_HEADER, signWebhook } from '../../server/webhooks/sign-webhook.ts';
import type { SimulatedProcess } from './process.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';
import { Violation } from './violation.ts';

/** As the deadline of an attempt. */
const DEADLINE_MS = 15_000;
/** A receiver that is away for longer would exhaust deliveries, which is no fault of the service. */
const OUTAGE_MS = { least: 60_000, most: 8 * 3_600_000 };
/** Longer than a lease. */
const FROZEN_MS = 45_000;

/** Each of these is told of a charge once, or once for each failed attempt. */
const OF_CHARGES = /^charge\.(succeeded|failed|abandoned|skipped)$/;

export interface ReceiverParts {
  time: VirtualTime;
  random: Random;
  secret: string;
  count: (what: string) => void;
}

/** The body of a webhook, as far as a receiver looks at it. */
interface Received {
  id: string;
  type: string;
  data: { object: { id: string; attempts?: number } };
}

/** A merchant's server: it fails in every way, deduplicates by event id as documented, and acts on what it gets. */
export class Receiver {
  /** The ids of the events that it got, which no restore of the service makes it forget. */
  readonly received = new Set<string>();
  /** Event id by what it acted on. */
  readonly #acted = new Map<string, string>();
  readonly #parts: ReceiverParts;
  #downUntilMs = 0;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  /** Responds to a process of the service, which may die or freeze meanwhile. Throws a Violation. */
  async post(process: SimulatedProcess, webhook: Parameters<PostWebhook>[0]): Promise<WebhookResult> {
    const { time, random, count } = this.#parts;
    await time.sleep(random.between(20, 400), process);
    if (random.chance(0.01)) this.#downUntilMs = time.nowMs + random.between(OUTAGE_MS.least, OUTAGE_MS.most);
    if (time.nowMs < this.#downUntilMs) return failed(503, count);
    if (random.chance(0.03)) return failed(500, count);
    const hangs = random.chance(0.02);
    if (hangs) await time.sleep(DEADLINE_MS, process);
    if (!hangs || random.chance(0.5)) this.#accept(webhook);
    if (hangs || random.chance(0.03)) return failed(null, count);
    this.#disturb(process);
    await time.sleep(random.between(1, 50), process);
    count('webhook delivered');
    return { outcome: 'delivered', status: 200, latencyMs: 0, responseHead: '', error: null };
  }

  /** Now and then the process dies or freezes before it hears of the response. */
  #disturb(process: SimulatedProcess): void {
    const { time, random, count } = this.#parts;
    const fate = random.between(1, 100);
    if (fate > 2) return;
    count(fate === 1 ? 'sender died before the response' : 'sender froze before the response');
    if (fate === 1) process.kill();
    else process.frozenUntilMs = time.nowMs + FROZEN_MS;
  }

  #accept({ body, headers }: Parameters<PostWebhook>[0]): void {
    const signature = headers[SIGNATURE_HEADER]!;
    const sentAt = Number(/^t=(\d+),/.exec(signature)?.[1]);
    if (signature !== signWebhook(this.#parts.secret, body, sentAt))
      throw new Violation('signed wrongly', signature);
    const { id, type, data } = JSON.parse(body.toString()) as Received;
    if (this.received.has(id)) return;
    this.received.add(id);
    if (!OF_CHARGES.test(type)) return;
    const what = `${type} ${data.object.id} ${data.object.attempts}`;
    const before = this.#acted.get(what);
    if (before !== undefined) throw new Violation('acted twice', `${what}, as ${before} and as ${id}`);
    this.#acted.set(what, id);
  }
}

function failed(status: number | null, count: (what: string) => void): WebhookResult {
  count('webhook failed');
  return { outcome: 'failed', status, latencyMs: 0, responseHead: '', error: 'The receiver failed.' };
}
