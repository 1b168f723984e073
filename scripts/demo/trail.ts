import type { Event } from '@autopay/webhooks-verify';

/** A token as people read it. */
export interface Unit {
  symbol: string;
  decimals: number;
}

/** Seconds since the demo was started. */
export function elapsedSeconds(): number {
  return performance.now() / 1000;
}

/** The longest topic is `mandate.completed`. */
const TOPIC_WIDTH = 19;

/** Prints one line of what happens, with its time. */
export function say(topic: string, text: string): void {
  console.log(`${elapsedSeconds().toFixed(1).padStart(6)} s  ${topic.padEnd(TOPIC_WIDTH)}${text}`);
}

/** Prints what a webhook delivered: the event type, then the state of its object. */
export function sayEvent({ type, data: { object } }: Event, unit: Unit): void {
  if (object.object === 'mandate') {
    return say(type, `${object.status}, ${object.periodsCharged} of ${object.maxPeriods} periods charged`);
  }
  if (object.object === 'refund')
    return say(type, `${object.status}, ${formatAmount(BigInt(object.amount), unit)}`);
  const proof =
    object.txSignature ?? `due at ${new Date(object.dueAt * 1000).toISOString().slice(11, 19)} UTC`;
  say(
    type,
    `period ${object.periodIndex}: ${object.status}, ${formatAmount(BigInt(object.amount), unit)}, ${proof}`,
  );
}

/** 1500000 of a token with 6 decimals as `1.5 TUSD`. */
export function formatAmount(amountAtomic: bigint, { decimals, symbol }: Unit): string {
  const digits = String(amountAtomic).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const fraction = digits.slice(split).replace(/0+$/, '');
  return `${digits.slice(0, split)}${fraction === '' ? '' : `.${fraction}`} ${symbol}`;
}
