import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { Random } from './random.ts';
import { beginRealWork, endRealWork, untilNextTurn } from './real-io.ts';
import type { VirtualTime } from './virtual-time.ts';
import { answerWebCryptoAtOnce } from './web-crypto.ts';

/**
 * Longer real timers only guard against a server that never responds; shorter ones lead to the next step:
 * they run at once.
 */
const SHORT_TIMER_MS = 1_000;
/** RFC 8410: what stands before the 32 bytes of an Ed25519 seed in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Takes chance and time out of this process: random bytes come from the seed, clocks show virtual time, and
 * WebCrypto responds at once. Nothing of it reaches production code, which runs as it is.
 */
export function makeDeterministic(seed: number, time: VirtualTime): void {
  const random = Random.of(seed, 'bytes');
  const randomBytes = (size: number) => Buffer.from(random.bytes(size));
  const fill = <T extends ArrayBufferView | null>(view: T): T => {
    if (view !== null)
      new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(random.bytes(view.byteLength));
    return view;
  };
  Object.assign(crypto, {
    randomBytes,
    randomFillSync: fill,
    randomUUID: () => uuidOf(randomBytes(16)),
    generateKeyPairSync: () => generateKeyPair(randomBytes(32)),
  });
  Object.assign(timers, { setImmediate: untilNextTurn });
  syncBuiltinESMExports();
  globalThis.crypto.getRandomValues = fill;
  answerWebCryptoAtOnce();
  Math.random = () => random.next() / 2 ** 32;
  Date.now = () => time.nowMs;
  performance.now = () => time.nowMs;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    time.at(time.nowMs + ms, null, () => controller.abort(new DOMException('timed out', 'TimeoutError')));
    return controller.signal;
  };
  waitForShortTimers();
}

function generateKeyPair(seed: Buffer) {
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = crypto.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The database driver reconnects by timers: a step is not over before they have run. */
function waitForShortTimers(): void {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const counted = new Set<unknown>();
  const done = (timer: unknown) => {
    if (counted.delete(timer)) endRealWork();
  };
  globalThis.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const timer = realSet(
      () => {
        try {
          run(...args);
        } finally {
          done(timer);
        }
      },
      ms < SHORT_TIMER_MS ? 0 : ms,
    );
    if (ms < SHORT_TIMER_MS) {
      counted.add(timer);
      beginRealWork();
    }
    return timer;
  }) as typeof setTimeout;
  globalThis.clearTimeout = ((timer: Parameters<typeof realClear>[0]) => {
    done(timer);
    realClear(timer);
  }) as typeof clearTimeout;
}
