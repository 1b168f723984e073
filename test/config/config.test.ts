import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { getBase58Decoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { ConfigError, helpText, readConfig } from '../../server/config/config.ts';
import { newId } from '../../server/lib/ids.ts';
import { SETTINGS } from '../../server/config/settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const SERVER = { DATABASE_URL: 'postgres://u:p@db/autopay', AUTOPAY_SECRETS_KEYS: `k1:${KEY}` };
const LIVE = {
  AUTOPAY_LIVE_RPC_URL: 'https://one.example/?api-key=1, https://two.example',
  AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: '/keys/fees.json',
  AUTOPAY_LIVE_DELEGATE_KEY_FILE: '/keys/new.json,/keys/old.json',
  AUTOPAY_OWNER_KEY: 'the-key-of-the-platform-s-owner-0123456789',
};

function problemsOf(env: Record<string, string>, argv: string[] = []): readonly string[] {
  try {
    readConfig(env, argv);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('who makes merchants', () => {
  it('is anyone, and beside a live chain the owner approves them, unless it is said otherwise', () => {
    expect(readConfig({}, []).signUp).toBe('open');
    expect(readConfig(LIVE, []).signUp).toBe('approval');
    expect(readConfig({ ...LIVE, AUTOPAY_SIGN_UP: 'open', AUTOPAY_OWNER_KEY: '' }, []).signUp).toBe('open');
  });

  it('needs an owner where one decides', () => {
    const needed = [expect.stringContaining('AUTOPAY_OWNER_KEY: it is needed with AUTOPAY_LIVE_RPC_URL')];
    expect(problemsOf({ ...LIVE, AUTOPAY_OWNER_KEY: '' })).toEqual(needed);
    expect(problemsOf({ AUTOPAY_SIGN_UP: 'closed' })).toEqual([
      expect.stringContaining('AUTOPAY_OWNER_KEY: it is needed with AUTOPAY_SIGN_UP=closed'),
    ]);
    const worker = { ...LIVE, ...SERVER, AUTOPAY_TEST_RPC_URL: 'none', AUTOPAY_OWNER_KEY: '' };
    expect(problemsOf(worker, ['--role=worker'])).toEqual([]);
  });
});

describe('defaults', () => {
  it('needs nothing: a local chain, an embedded database, loopback', () => {
    expect(readConfig({}, [])).toMatchObject({
      command: 'serve',
      role: 'all',
      recover: false,
      host: '127.0.0.1',
      port: 3000,
      name: null,
      publicUrl: null,
      dataDir: resolve('.data'),
      databaseUrl: null,
      redisUrl: null,
      secretsKeys: null,
      test: { kind: 'localnet', commitment: 'confirmed', slotMs: 400 },
      live: { kind: 'none' },
      sellMode: 'all',
      publishPlans: true,
      revokesPublishedPerDay: 1_000,
      scheme: 'approval',
      sponsorFees: false,
      quotas: {
        mandatesPerDay: 100_000,
        pendingMandates: 20_000,
        plansPerDay: 1_000,
        subscriptionPlansPerDay: 100,
        planRentLamports: 5_000_000_000n,
        sponsoredRent: {
          payerPerDay: 8_000_000n,
          merchantPerDay: 400_000_000n,
          perDay: 2_000_000_000n,
          held: 5_000_000_000n,
        },
        objects: 10_000,
        objectsPerDay: 1_000,
        testTokensPerGift: 1_000_000,
        testTokensPerDay: 100_000_000,
      },
      testFaucet: true,
      webhookAllow: [],
      dnsServers: null,
      ratesPerMinute: {
        key: 6000,
        address: 600,
        total: 12_000,
        merchants: 30,
        signIn: 10,
        guesses: 100,
        checkout: 20,
        notices: 5,
        exports: 10,
      },
      logLevel: 'info',
    });
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ AUTOPAY_PORT: '', AUTOPAY_LIVE_RPC_URL: ' ' }, [])).toEqual(readConfig({}, []));
  });

  it('reads PORT where AUTOPAY_PORT is not set', () => {
    expect(readConfig({ PORT: '8080' }, []).port).toBe(8080);
    expect(readConfig({ PORT: '8080', AUTOPAY_PORT: '0' }, []).port).toBe(0);
  });
});

describe('mail', () => {
  const SMTP = {
    AUTOPAY_SMTP_URL: 'smtps://bob%40example.com:p%3Ass@mail.example.com',
    AUTOPAY_MAIL_FROM: 'Example Payments <billing@example.com>',
  };

  it('is not sent unless a server is named', () => {
    expect(readConfig({}, []).mail).toBe(null);
  });

  it('names the server, how it is spoken to, and who it is from', () => {
    expect(readConfig({ ...SMTP, AUTOPAY_OPERATOR_EMAIL: 'a@example.com, b@example.com' }, []).mail).toEqual({
      smtp: {
        host: 'mail.example.com',
        port: 465,
        tls: 'implicit',
        login: { user: 'bob@example.com', password: 'p:ss' },
      },
      from: { name: 'Example Payments', address: 'billing@example.com' },
      operators: ['a@example.com', 'b@example.com'],
    });
  });

  it.each([
    ['smtp://mail.example.com', { port: 587, tls: 'starttls', login: null }],
    ['smtp://mail.example.com:2525', { port: 2525, tls: 'starttls' }],
    ['smtp://[::1]:25?tls=none', { host: '::1', tls: 'none' }],
    ['smtp://u:p@127.0.0.1:25?tls=none', { tls: 'none', login: { user: 'u', password: 'p' } }],
  ])('reads %s', (url, smtp) => {
    expect(readConfig({ ...SMTP, AUTOPAY_SMTP_URL: url }, []).mail!.smtp).toMatchObject(smtp);
  });

  it.each([
    'https://mail.example.com',
    'smtp://mail.example.com?tls=off',
    'smtps://mail.example.com?tls=none',
    'smtp://mail.example.com/path',
    // A password in the clear, over a network.
    'smtp://hunter:hunter2@mail.example.com?tls=none',
    'smtp://',
  ])('rejects %s, without repeating it', (url) => {
    const [problem] = problemsOf({ ...SMTP, AUTOPAY_SMTP_URL: url });
    expect(problem).toContain('AUTOPAY_SMTP_URL: it wants');
    expect(problem).not.toContain('hunter2');
  });

  it.each(['billing', 'a@b@c', 'A <a@b', 'a@b.example, c@d.example', 'a b@example.com'])(
    'is from nobody called %s',
    (from) => {
      expect(problemsOf({ ...SMTP, AUTOPAY_MAIL_FROM: from })[0]).toContain('AUTOPAY_MAIL_FROM: it wants');
    },
  );

  it('needs a sender, and an address that its links lead to', () => {
    expect(problemsOf({ ...SMTP, AUTOPAY_MAIL_FROM: '' })).toEqual([
      expect.stringContaining('AUTOPAY_MAIL_FROM: it is needed with AUTOPAY_SMTP_URL'),
    ]);
    const linked = [expect.stringContaining('AUTOPAY_PUBLIC_URL: it is needed with AUTOPAY_SMTP_URL')];
    expect(problemsOf({ ...SMTP, AUTOPAY_HOST: '0.0.0.0' })).toEqual(linked);
    const worker = { ...SMTP, ...SERVER, AUTOPAY_TEST_RPC_URL: 'none' };
    expect(problemsOf(worker, ['--role=worker'])).toEqual(linked);
    expect(
      problemsOf({ ...worker, AUTOPAY_PUBLIC_URL: 'https://pay.example.com' }, ['--role=worker']),
    ).toEqual([]);
    expect(problemsOf({ AUTOPAY_OPERATOR_EMAIL: 'a@example.com' })).toEqual([
      expect.stringContaining('AUTOPAY_SMTP_URL: it is needed with AUTOPAY_OPERATOR_EMAIL'),
    ]);
  });
});

describe('quotas of sponsored rent', () => {
  const PAYER = 'AUTOPAY_SPONSOR_PAYER_LAMPORTS_PER_DAY';
  const MERCHANT = 'AUTOPAY_SPONSOR_MERCHANT_LAMPORTS_PER_DAY';

  it('are read in lamports and SOL', () => {
    const { quotas } = readConfig({ [PAYER]: '3608320', AUTOPAY_SPONSOR_RENT_SOL: '2' }, []);
    expect(quotas.sponsoredRent).toMatchObject({ payerPerDay: 3_608_320n, held: 2_000_000_000n });
    expect(readConfig({ [PAYER]: '0' }, []).quotas.sponsoredRent.payerPerDay).toBe(0n);
  });

  it('that pay for nobody, or exceed what they are part of, are refused', () => {
    expect(problemsOf({ [PAYER]: '1000000' })).toEqual([
      `${PAYER}: 1000000 lamports pay for nobody's first subscription, which takes 3608320. Set at least that, or 0 to sponsor no rent.`,
    ]);
    expect(problemsOf({ [MERCHANT]: '5000000' })).toEqual([
      `${PAYER}: 8000000 lamports are more than ${MERCHANT} allows in all (5000000). Lower it, or raise ${MERCHANT}.`,
    ]);
    expect(problemsOf({ [PAYER]: '0.5' })).toEqual([
      expect.stringMatching(new RegExp(`^${PAYER}: it wants`)),
    ]);
  });
});

describe('chains', () => {
  it('reads a live chain: final at finalized, several nodes, a ring of delegates', () => {
    expect(readConfig(LIVE, []).live).toEqual({
      kind: 'rpc',
      commitment: 'finalized',
      rpcUrls: ['https://one.example/?api-key=1', 'https://two.example'],
      feePayerKeyFile: '/keys/fees.json',
      delegateKeyFiles: ['/keys/new.json', '/keys/old.json'],
      planOwnerKeyFile: null,
    });
  });

  it('reads whose plans they are where that is not the fee payer', () => {
    const { live } = readConfig({ ...LIVE, AUTOPAY_LIVE_PLAN_OWNER_KEY_FILE: '/keys/plans.json' }, []);
    expect(live).toMatchObject({ planOwnerKeyFile: '/keys/plans.json' });
  });

  it('gives test tokens to anyone only where no money is live, or where asked to', () => {
    expect(readConfig(LIVE, []).testFaucet).toBe(false);
    expect(readConfig({ AUTOPAY_LIVE_RPC_URL: 'none' }, []).testFaucet).toBe(true);
    expect(readConfig({ ...LIVE, AUTOPAY_TEST_FAUCET: 'on' }, []).testFaucet).toBe(true);
    expect(readConfig({ AUTOPAY_TEST_FAUCET: 'off' }, []).testFaucet).toBe(false);
  });

  it('has no test chain with none', () => {
    expect(readConfig({ AUTOPAY_TEST_RPC_URL: 'none' }, []).test).toEqual({ kind: 'none' });
  });

  it('asks for the keys of a chain behind RPC', () => {
    expect(problemsOf({ AUTOPAY_TEST_RPC_URL: 'http://127.0.0.1:8899' })).toEqual([
      expect.stringMatching(
        /^AUTOPAY_TEST_FEE_PAYER_KEY_FILE: it is needed with AUTOPAY_TEST_RPC_URL\. Example: /,
      ),
      expect.stringMatching(/^AUTOPAY_TEST_DELEGATE_KEY_FILE: /),
    ]);
  });

  it('refuses to count a live payment before it is finalized', () => {
    expect(readConfig({ AUTOPAY_COMMITMENT: 'finalized', ...LIVE }, []).live).toMatchObject({
      commitment: 'finalized',
    });
    expect(readConfig({ AUTOPAY_COMMITMENT: 'confirmed' }, []).test).toMatchObject({
      commitment: 'confirmed',
    });
    expect(problemsOf({ AUTOPAY_COMMITMENT: 'confirmed', ...LIVE })).toEqual([
      expect.stringMatching(/^AUTOPAY_COMMITMENT: live payments count only once they are finalized/),
    ]);
  });

  it('refuses to count a payment at processed', () => {
    expect(problemsOf({ AUTOPAY_COMMITMENT: 'processed' })).toEqual([
      'AUTOPAY_COMMITMENT: it wants one of: confirmed, finalized, not "processed". Example: AUTOPAY_COMMITMENT=confirmed',
    ]);
  });
});

describe('mistakes', () => {
  it('tells all of them at once, one a line', () => {
    const env = {
      AUTOPAY_PORT: '70000',
      AUTOPAY_SELL_MODE: 'twice',
      AUTOPAY_PUBLISH_PLANS: 'true',
      AUTOPAY_WEBHOOK_ALLOW: '10.0.0.0/33',
    };
    const problems = problemsOf(env, ['--rol=api', 'start']);
    expect(problems).toHaveLength(6);
    expect(() => readConfig(env, ['--rol=api', 'start'])).toThrow(problems.join('\n'));
    expect(problems[0]).toBe('--rol=api: there is no such argument. Did you mean --role=api?');
    expect(problems[2]).toBe(
      'AUTOPAY_PORT: it wants a whole number from 0 to 65535, not "70000". Example: AUTOPAY_PORT=3000',
    );
  });

  it('stops at a setting that does not exist, and guesses which was meant', () => {
    expect(problemsOf({ AUTOPAY_SELLMODE: 'once', AUTOPAY_ZZZZ: '1' })).toEqual([
      'AUTOPAY_SELLMODE: there is no such setting. Did you mean AUTOPAY_SELL_MODE?',
      'AUTOPAY_ZZZZ: there is no such setting. See --help for all of them.',
    ]);
  });

  it('reads name servers by their address, with a port or without', () => {
    const read = (text: string) => readConfig({ AUTOPAY_DNS_SERVERS: text }, []).dnsServers;
    const several = ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53'];
    expect(read(several.join(', '))).toEqual(several);
    for (const wrong of ['dns.example', '9.9.9.9:', '9.9.9', '[9.9.9.9', 'http://9.9.9.9']) {
      expect(() => read(wrong)).toThrow('AUTOPAY_DNS_SERVERS: it wants the address of a name server');
    }
  });

  it('refuses a Redis that could not be used', () => {
    for (const good of ['redis://127.0.0.1:6379', 'rediss://u:p%40@redis.example/3', 'redis://redis/']) {
      expect(readConfig({ REDIS_URL: good }, []).redisUrl).toBe(good);
    }
    for (const wrong of ['redis', 'http://redis', 'redis://redis/cache', 'redis://u:%zz@redis']) {
      expect(problemsOf({ REDIS_URL: wrong })).toEqual([
        'REDIS_URL: it wants a URL that begins with redis:// or rediss://. Example: REDIS_URL=rediss://user:password@redis.example:6379/0',
      ]);
    }
  });

  it('refuses an owner key that could not be sent, or would be taken for another credential', () => {
    const key = 'k'.repeat(32);
    expect(readConfig({ AUTOPAY_OWNER_KEY: key }, []).ownerKey).toBe(key);
    const wrong = [key.slice(1), `${key} ${key}`, `${key}ü`, `sk_live_${key}`, `rk_test_${key}`, `ws_${key}`];
    for (const each of wrong) expect(problemsOf({ AUTOPAY_OWNER_KEY: each })).toHaveLength(1);
  });

  it('never repeats a secret', () => {
    const wrong = {
      DATABASE_URL: 'mysql://u:hunter2@db',
      AUTOPAY_SECRETS_KEYS: 'k1:hunter2',
      AUTOPAY_OWNER_KEY: 'hunter2',
      REDIS_URL: 'http://:hunter2@redis',
    };
    expect(problemsOf(wrong)).toHaveLength(4);
    expect(problemsOf(wrong).join()).not.toContain('hunter2');
  });

  it('asks for the encryption keys of a database that outlives this machine', () => {
    expect(problemsOf({ DATABASE_URL: SERVER.DATABASE_URL })).toEqual([
      expect.stringMatching(/^AUTOPAY_SECRETS_KEYS: it is needed with/),
    ]);
    expect(readConfig(SERVER, []).secretsKeys).toEqual([{ id: 'k1', key: new Uint8Array(32).fill(7) }]);
  });

  it('refuses live money on an address that others reach, without the one that they open', () => {
    for (const host of ['0.0.0.0', '::', '10.0.0.5', 'autopay.internal', '127.evil.example']) {
      expect(problemsOf({ ...LIVE, AUTOPAY_HOST: host })).toEqual([
        expect.stringMatching(
          /^AUTOPAY_PUBLIC_URL: .*Example: AUTOPAY_PUBLIC_URL=https:\/\/pay\.example\.com$/,
        ),
      ]);
    }
    const open = { ...LIVE, ...SERVER, AUTOPAY_HOST: '0.0.0.0', AUTOPAY_TEST_RPC_URL: 'none' };
    expect(problemsOf({ ...open, AUTOPAY_PUBLIC_URL: 'https://pay.example.com' })).toEqual([]);
    expect(problemsOf(open, ['--role=worker'])).toEqual([]);
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
      expect(problemsOf({ ...LIVE, AUTOPAY_HOST: host })).toEqual([]);
    }
    expect(problemsOf({ AUTOPAY_HOST: '0.0.0.0' })).toEqual([]);
  });

  it('refuses two keys of one name, whose texts could not be told apart', () => {
    expect(problemsOf({ AUTOPAY_SECRETS_KEYS: `k1:${KEY},k1:${KEY}` })).toHaveLength(1);
  });

  it('lets a process have half of the roles only where the database and the chain are shared', () => {
    expect(problemsOf({}, ['--role=worker'])).toHaveLength(2);
    expect(problemsOf({ ...SERVER, AUTOPAY_TEST_RPC_URL: 'none' }, ['--role=worker'])).toEqual([]);
  });

  it('refuses a public URL with a path, since cookies and links stand at the root', () => {
    expect(problemsOf({ AUTOPAY_PUBLIC_URL: 'https://pay.example.com/autopay' })).toHaveLength(1);
    expect(readConfig({ AUTOPAY_PUBLIC_URL: 'https://pay.example.com/' }, []).publicUrl).toBe(
      'https://pay.example.com',
    );
  });
});

describe('arguments', () => {
  it('reads how many processes serve requests', () => {
    expect(readConfig({}, []).processes).toBe(1);
    expect(readConfig({}, ['--processes=4']).processes).toBe(4);
    expect(readConfig({}, ['--processes=auto']).processes).toBe(availableParallelism());
    for (const wrong of ['0', '-1', '1.5', '257', 'many', '']) {
      expect(problemsOf({}, [`--processes=${wrong}`])).toEqual([
        `--processes: it wants a number from 1 to 256, or auto, not "${wrong}". Example: --processes=4`,
      ]);
    }
    const worker = problemsOf({ ...SERVER, AUTOPAY_TEST_RPC_URL: 'none' }, [
      '--role=worker',
      '--processes=2',
    ]);
    expect(worker).toEqual([expect.stringContaining('start more processes with --role=worker')]);
  });

  it('reads the command, the role and the recovery', () => {
    expect(readConfig(SERVER, ['migrate'])).toMatchObject({ command: 'migrate' });
    expect(readConfig({}, ['--recover', '--role=all'])).toMatchObject({ recover: true, role: 'all' });
  });

  it('reads what a person found out about an attempt, and nothing that is incomplete', () => {
    const [id, signature] = [newId('attempt'), getBase58Decoder().decode(new Uint8Array(64).fill(7))];
    const decisionOf = (...rest: string[]) => readConfig(SERVER, ['settle-attempt', ...rest]).settle;
    expect(decisionOf(id, '--expired')).toEqual({ id, decision: { kind: 'expired' } });
    expect(decisionOf(id, '--landed', signature)).toEqual({ id, decision: { kind: 'landed', signature } });
    for (const rest of [
      [],
      [id],
      [signature, '--expired'],
      [id, '--landed'],
      [id, '--landed', id],
      [id, '--expired', signature],
      [id, '--landed', signature, '--expired'],
    ])
      expect(() => decisionOf(...rest), rest.join(' ')).toThrow('settle-attempt: it wants');
  });

  it('reads which merchant leaves, stays or comes back, and which file is brought', () => {
    const id = newId('merchant');
    const leaves = (...rest: string[]) => readConfig(SERVER, ['export', ...rest]).export;
    const whole = { merchantId: id, mode: 'live', out: null, move: 'stays', movedTo: null };
    expect(leaves(id)).toEqual(whole);
    expect(leaves(id, '--mode=test', '--out=a.jsonl')).toEqual({ ...whole, mode: 'test', out: 'a.jsonl' });
    const movedTo = 'https://pay.new.example';
    expect(leaves(id, '--departs', `--moved-to=${movedTo}`)).toEqual({ ...whole, move: 'departs', movedTo });
    expect(leaves(id, '--returns')).toEqual({ ...whole, move: 'returns' });
    for (const rest of [
      [],
      ['coffee'],
      [id, '--mode=both'],
      [id, '--gone'],
      [id, `--moved-to=${movedTo}`],
      [id, '--departs', '--moved-to=javascript:alert(1)'],
      [id, '--returns', '--out=a.jsonl'],
    ])
      expect(() => leaves(...rest), rest.join(' ')).toThrow('export: it wants');
    const brings = (...rest: string[]) => readConfig(SERVER, ['import', ...rest]).import;
    expect(brings('a.jsonl')).toEqual({ file: 'a.jsonl', formerIsGone: false, askPayers: false });
    expect(brings('a.jsonl', '--ask-payers', '--former-is-gone')).toMatchObject({
      formerIsGone: true,
      askPayers: true,
    });
    for (const rest of [[], ['--ask-payers'], ['a.jsonl', '--force']])
      expect(() => brings(...rest), rest.join(' ')).toThrow('import: it wants');
  });

  it('prints every setting with its default and an example that would be accepted', () => {
    const help = helpText();
    for (const [name, { type, fallback }] of Object.entries(SETTINGS)) {
      expect(help).toContain(name);
      if (fallback !== undefined) expect(type.parse(fallback), name).toBeDefined();
      if (!type.example.startsWith('$(') && !type.example.includes(':$('))
        expect(type.parse(type.example), name).toBeDefined();
    }
  });
});
