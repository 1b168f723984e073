import { readFile } from 'node:fs/promises';
import { Autopay, type AutopayOptions } from '@autopay/sdk';
import { type CommandInput, type OptionSpec, UsageError } from './command.ts';
import { printable } from './terminal.ts';

/** A client for the merchant, and the settings that commands need. */
export interface Connection {
  autopay: Autopay;
  /** For key derivation; never print it. */
  secretKey: string;
  livemode: boolean;
  url: string;
}

/** Options of every command that talks to the service. */
export const CONNECTION_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  url: {
    type: 'string',
    value: '<url>',
    help: 'Where the service is. Default AUTOPAY_URL, else http://127.0.0.1:3000.',
  },
  'api-key-file': {
    type: 'string',
    value: '<path>',
    help: 'A file with the secret key in it. Default: the key in AUTOPAY_SECRET_KEY.',
  },
};

/** What `npm start` listens on. */
const DEFAULT_URL = 'http://127.0.0.1:3000';

type Settings = Pick<CommandInput, 'values' | 'env'>;

/** The service's address, and which setting it comes from. Empty settings count as unset. */
export function addressOf({ values, env }: Settings): { url: string; source: string } {
  if (values['url'] !== undefined) return { url: values['url'], source: '--url' };
  const variable = env['AUTOPAY_URL'];
  return variable
    ? { url: variable, source: 'AUTOPAY_URL' }
    : { url: DEFAULT_URL, source: 'The default address' };
}

/** Creates a client from the settings; sends nothing yet. Throws UsageError naming the wrong setting. */
export async function connect(
  settings: Settings,
  options: Omit<AutopayOptions, 'baseUrl'> = {},
): Promise<Connection> {
  const { url, source } = addressOf(settings);
  if (!URL.canParse(url) || !/^https?:\/\/[^@?#]+$/.test(url)) {
    throw new UsageError(
      `${source} must be an http(s) address such as ${DEFAULT_URL}, and is "${printable(url)}".`,
    );
  }
  if (/\/v1\/?$/i.test(url)) {
    throw new UsageError(
      `${source} must be without /v1 at its end, which every call adds, and is "${printable(url)}".`,
    );
  }
  const { key, source: keySource } = await readKey(settings);
  if (!/^(?:sk|rk)_(?:test|live)_\w+$/.test(key)) {
    throw new UsageError(
      `${keySource} holds no secret key: one begins with sk_test_, sk_live_, rk_test_ or rk_live_ and is one word.`,
    );
  }
  return {
    autopay: new Autopay(key, { ...options, baseUrl: url }),
    secretKey: key,
    livemode: /^.k_live_/.test(key),
    url,
  };
}

async function readKey({ values, env }: Settings): Promise<{ key: string; source: string }> {
  const path = values['api-key-file'];
  if (path !== undefined) {
    try {
      return { key: (await readFile(path, 'utf8')).trim(), source: `The file ${path}` };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new UsageError(`--api-key-file: ${path} cannot be read (${code}).`);
    }
  }
  const key = env['AUTOPAY_SECRET_KEY'];
  if (!key) {
    throw new UsageError(
      "No secret key: set AUTOPAY_SECRET_KEY to your merchant's, such as sk_test_..., or name a file that holds it with --api-key-file <path>.",
    );
  }
  return { key: key.trim(), source: 'AUTOPAY_SECRET_KEY' };
}
