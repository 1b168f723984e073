import { readFile } from 'node:fs/promises';
import { verifyProof } from '../proof/verify-proof.ts';
import { type Command, UsageError } from './command.ts';
import { printable } from './terminal.ts';

/** `verify-proof <file>`: checks a charge's proof without asking anybody. */
export const verifyProofFile: Command = {
  name: 'verify-proof',
  usage: '<file>',
  summary: 'Check that a payer agreed to a charge, from its proof alone',
  details: `<file> is what GET /v1/charges/<id>/proof gave. Checks the signatures, what they derive and the amounts on this machine: it asks neither the
service nor a node, and needs no key. It says each thing that holds, or does not, and what only a node of the chain can add. Ends with 1 if
anything does not hold.`,
  options: {},
  arity: { min: 1, max: 1 },
  async run({ args, terminal }) {
    const path = args[0]!;
    const file = await readJson(path);
    const { object, error } = (file ?? {}) as {
      object?: unknown;
      error?: { code?: unknown; message?: unknown };
    };
    if (object === undefined && typeof error?.code === 'string') {
      throw new UsageError(
        `${printable(path)} is no proof of a charge, but the service's refusal of one: ${printable(`${String(error.message)} (${error.code})`)}`,
      );
    }
    const verdict = await verifyProof(file);
    const lines = verdict.checks.map(({ ok, says }) => `${ok ? 'holds  ' : 'FAILS  '}${printable(says)}`);
    const names = verdict.labels.join(', ');
    const rest = [
      ...(names === '' ? [] : ['', `Nothing that was signed states these fields: ${names}.`]),
      ...(verdict.onlyANode.length === 0 ? [] : ['', 'Only a node of the chain can say:']),
      ...verdict.onlyANode.map((each) => `- ${printable(each)}`),
    ];
    const last = verdict.ok
      ? 'The proof holds: the payer signed these terms, and this transfer is a charge under them.'
      : 'The proof does not hold.';
    terminal.tell([...new Set(lines), ...rest, '', last].join('\n'), { ...verdict });
    return verdict.ok ? 0 : 1;
  },
};

/** Throws UsageError if it is not there, or no JSON. */
async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${printable(path)} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${printable(path)} is no JSON: it is not the proof of a charge.`);
  }
}
