import { OutcomeUnknownError, type TestClock } from '@autopay/sdk';
import { CONNECTION_OPTIONS, connect } from './connect.ts';
import { type Command, CommandFailure } from './command.ts';
import { formatDuration, parseDuration } from './duration.ts';

/** `clock advance <time>`: moves the merchant's test clock. */
export const clockAdvance: Command = {
  name: 'clock advance',
  usage: '<time>',
  summary: 'Move your test clock forward, and settle what falls due on the way',
  details: `<time> is a number of seconds, or numbers with s, m, h, d or w: 3600, 1h, 30d, 1d12h. At most 3650d. Charges, retries, trials and
expiry follow the clock; signatures' times and webhook retries do not. It answers when everything has settled. Test mode alone has this.`,
  options: CONNECTION_OPTIONS,
  arity: { min: 1, max: 1 },
  async run(input) {
    const { args, terminal, signal } = input;
    const seconds = parseDuration(args[0]!);
    const { autopay } = await connect(input);
    const before = await autopay.test.getClock({ signal });
    terminal.tell(`before  ${describe(before)}`, { before });
    const after = await autopay.test.advanceClock({ seconds }, { signal }).catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      throw new CommandFailure(
        'outcome_unknown',
        'The answer was lost: the clock may have moved, or be moving. Look with "clock show" before you advance it again.',
      );
    });
    terminal.tell(`after   ${describe(after)}`, { after });
    return 0;
  },
};

/** `clock show`: reads the merchant's test clock. */
export const clockShow: Command = {
  name: 'clock show',
  usage: '',
  summary: 'Show your test clock',
  details: 'Test mode alone has this.',
  options: CONNECTION_OPTIONS,
  arity: { min: 0, max: 0 },
  async run(input) {
    const { autopay } = await connect(input);
    const clock = await autopay.test.getClock({ signal: input.signal });
    input.terminal.tell(describe(clock), clock);
    return 0;
  },
};

function describe({ now, offsetSeconds }: TestClock): string {
  const time = new Date(now * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
  return `${time}  (${now})  ${offsetSeconds === 0 ? 'real time' : `${formatDuration(offsetSeconds)} ahead`}`;
}
