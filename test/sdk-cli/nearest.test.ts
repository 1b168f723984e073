import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EVENT_KINDS, readEventKind } from '../../sdk/src/cli/event-kinds.ts';
import { didYouMean, nearest } from '../../sdk/src/cli/nearest.ts';

describe('the nearest name', () => {
  const names = ['listen', 'trigger', 'events resend', 'clock advance'];

  it.each([
    ['lisen', 'listen'],
    ['lsiten', 'listen'],
    ['TRIGER', 'trigger'],
    ['event resend', 'events resend'],
    ['clock advnace', 'clock advance'],
  ])('%s was to be %s', (word, name) => {
    expect(nearest(word, names)).toBe(name);
    expect(didYouMean(word, names)).toBe(` Did you mean "${name}"?`);
  });

  it.each(['', 'x', 'deploy', 'refund'])('nothing is near "%s"', (word) => {
    expect(nearest(word, names)).toBeNull();
    expect(didYouMean(word, names)).toBe('');
  });
});

describe('the kinds of events', () => {
  it('are those of the contract, described as it describes them', () => {
    const file = join(import.meta.dirname, '..', '..', 'openapi.yaml');
    const { webhooks } = parse(readFileSync(file, 'utf8')) as {
      webhooks: Record<string, { post: { summary: string } }>;
    };
    const described = Object.entries(webhooks).map(([kind, { post }]) => [kind, post.summary]);
    expect(EVENT_KINDS).toEqual(Object.fromEntries(described));
  });

  it('an unknown one gets the nearest name and the whole list', () => {
    expect(readEventKind('charge.succeeded')).toBe('charge.succeeded');
    expect(() => readEventKind('charge.succeded')).toThrow(
      /Did you mean "charge.succeeded"\?[^]*mandate\.expired/,
    );
    for (const name of ['', 'toString', '__proto__', 'charge.*']) {
      expect(() => readEventKind(name)).toThrow('is no kind of event');
    }
  });
});
