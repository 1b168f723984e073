import type { Command } from './command.ts';
import { CONNECTION_OPTIONS, connect } from './connect.ts';
import { printable } from './terminal.ts';

/** `search <text>`: finds anything by what is known of it. */
export const search: Command = {
  name: 'search',
  usage: '<text>',
  summary: 'Find anything by an id, an address, a name, a reference or a signature',
  details: `<text> is the beginning of an id, of a wallet's address or a transaction's signature (4 characters or more), of a name or of your
clientReference, or a whole value of metadata. Shows at most 20 lines. A read-only key, rk_, is enough.`,
  options: CONNECTION_OPTIONS,
  arity: { min: 1, max: 1 },
  async run(input) {
    const { autopay } = await connect(input);
    const found = await autopay.search.find({ query: input.args[0]! }, { signal: input.signal });
    const { terminal } = input;
    for (const row of found.data) {
      const { kind, id, status, name } = row;
      const words = [id, kind.replaceAll('_', ' '), status, name].flatMap((each) =>
        each === null ? [] : [printable(each)],
      );
      terminal.tell(words.join('  '), row);
    }
    if (found.data.length === 0) terminal.tell('Nothing is found by that.', { found: 0 });
    if (found.hasMore) terminal.tell('There is more: give more of it.', { hasMore: true });
    return 0;
  },
};
