/**
 * Every block of the pages is held against what it says, by the words after its fence:
 *
 * - `ts`, `js`: compiles under strict TypeScript, and runs against a running service; what it serves accepts a webhook and refuses
 *   a forged one. A block goes on from earlier ones of its page where it uses their names.
 * - `ts types`: a listing of types. It compiles; there is nothing to run.
 * - `ts browser`: compiles, and runs in Chromium in a page with the `html` blocks of its chapter, where a wallet approves what it is asked.
 * - `sh`: runs in a shell against the service. `npm` and `npx` are those of the directory `commands`: npm only looks whether there is such a
 *   script or package.
 * - `sh operator`: commands for somebody's own machine. Their syntax is checked, and so are the scripts that they name.
 * - `html`, `json`, `sql`, `text`: read by people; JSON parses.
 *
 * In all of them the addresses `http://127.0.0.1:3000` and `https://pay.example.com` stand for the service. The guides of /docs are held to
 * the same; a reader types all commands of a guide into one shell, so they run in one, and their placeholders are filled as on the page.
 */
import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLACEHOLDERS } from '../../pages/docs/page-data.ts';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { compose } from './snippets/compose.ts';
import { GIVEN } from './snippets/given.ts';
import { GIVEN_IN_PAGE } from './snippets/given-in-page.ts';
import { BrowserHost } from './snippets/in-browser.ts';
import { parse } from './snippets/names.ts';
import { readSnippets, type Snippet } from './snippets/read-snippets.ts';
import { TIMEOUT_MS, Workspace } from './snippets/workspace.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGES = [
  'README.md',
  'sdk/README.md',
  'webhooks-verify/README.md',
  'checkout-js/README.md',
  ...globSync('docs/*.md', { cwd: ROOT }).sort(),
  ...globSync('pages/docs/guides/*.md', { cwd: ROOT }).sort(),
];
/** What a reader is told to see, beyond that the program runs. */
const PRINTS: Record<string, RegExp> = {
  'pages/docs/guides/quickstart.md: Let two months pass 1': /(?:^succeeded 2500000 \w{80,90}\n){3}/m,
  'pages/docs/guides/failures.md: See it happen 1': /^retrying insufficient_funds\nsucceeded$/m,
};
/** What a reader is told to run, and runs again. */
const AGAIN = new Set(['README.md: Integrate in five minutes 2', 'sdk/README.md: @autopay/sdk 1']);
const SERVICE_ADDRESSES = ['http://127.0.0.1:3000', 'https://pay.example.com'];

const pages = await Promise.all(PAGES.map(readSnippets));
const snippets = pages.flat();
const PROGRAMS = new Set(['ts', 'js']);
const programs = snippets.filter(({ language }) => PROGRAMS.has(language));
const commands = pages.flatMap((page) => sessionsOf(page.filter(({ language }) => language === 'sh')));

let service: TestService;
let workspace: Workspace;
let env: Record<string, string>;
/** What the compiler says of a file. */
let typeErrors: Map<string, string>;
/** A token that every merchant has, as the guides name one. */
let mint: string;
const files = new Map<Snippet, string>();

beforeAll(async () => {
  service = await TestService.start();
  workspace = await Workspace.create();
  const merchant = await service.merchant();
  mint = await service.mint(merchant);
  env = await environment();
  for (const [index, snippet] of programs.entries()) {
    const page = snippets.filter(({ page: name }) => name === snippet.page);
    const earlier = page.slice(0, page.indexOf(snippet)).filter(({ language }) => PROGRAMS.has(language));
    const name = `snippet-${index}.${snippet.language}`;
    const given = inPage(snippet)
      ? { module: 'given-in-page.ts', names: GIVEN_IN_PAGE }
      : { module: 'given.ts', names: GIVEN };
    await workspace.write(name, atService(compose(snippet, earlier, given)));
    files.set(snippet, name);
  }
  typeErrors = await workspace.typeErrors([...files.values()]);
}, 120_000);

afterAll(async () => {
  await workspace?.remove();
  await service?.stop();
});

const KNOWN = ['ts', 'ts types', 'ts browser', 'js', 'sh', 'sh operator', 'html', 'json', 'sql', 'text'];

test('what is run again is there', () => {
  const titles = new Set(programs.map(({ title }) => title));
  expect([...AGAIN].filter((title) => !titles.has(title))).toEqual([]);
});

test.each(titled(snippets))('%s: says what it is', (_, { language, words }) => {
  expect(KNOWN).toContain([language, ...words].join(' '));
});

test('everything that a program imports compiles, too', () => {
  const names = new Set(files.values());
  expect([...typeErrors].filter(([name]) => !names.has(name))).toEqual([]);
});

describe.concurrent('programs', () => {
  test.each(titled(programs.filter(runs)))(
    '%s: compiles and runs',
    { timeout: TIMEOUT_MS },
    async (_, snippet) => {
      const file = files.get(snippet)!;
      expect(typeErrors.get(file) ?? '').toBe('');
      // Keys and lists of a page are a merchant's own, so each program has one. So is the receiver's database: two programs that create
      // one table at once fail, with `if not exists` too.
      const { testKey } = await service.merchant();
      const database = await emptyDatabase();
      try {
        const own = { AUTOPAY_SECRET_KEY: testKey, DATABASE_URL: database.url };
        for (let left = AGAIN.has(snippet.title) ? 2 : 1; left > 0; left -= 1) {
          const { code, stdout, stderr } = await workspace.run(file, { ...env, ...own });
          expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
          if (printsAtOnce(snippet)) expect(stdout).not.toBe('');
          expect(stdout).toMatch(PRINTS[snippet.title] ?? '');
        }
      } finally {
        await database.drop();
      }
    },
  );

  test.each(titled(programs.filter(({ words }) => words[0] === 'types')))('%s: compiles', (_, snippet) => {
    expect(typeErrors.get(files.get(snippet)!) ?? '').toBe('');
  });
});

const inPages = programs.filter(inPage);
if (inPages.length > 0) {
  describeUnless(missingProgram('chromium'), 'programs of a page', () => {
    let browser: BrowserHost;
    beforeAll(async () => {
      browser = await BrowserHost.start(service);
    });
    afterAll(() => browser?.stop());

    test.each(titled(inPages))(
      '%s: compiles and runs in a browser',
      async (_, snippet) => {
        const file = files.get(snippet)!;
        expect(typeErrors.get(file) ?? '').toBe('');
        const markup = snippets
          .filter(
            ({ page, chapter, language }) =>
              page === snippet.page && chapter === snippet.chapter && language === 'html',
          )
          .map(({ code }) => atService(code));
        const outcome = await browser.run(join(workspace.directory, file), markup.join('\n'));
        const authorizes = snippet.code.includes('.confirm()');
        expect(outcome).toEqual({ mishaps: [], mandateStatus: authorizes ? 'active' : 'pending' });
      },
      60_000,
    );
  });
}

// One after the other, since one may go on with what the one before left in a file.
describeUnless(missingProgram('curl'), 'commands', () => {
  test.each(titled(commands))('%s: works', async (_, { code, words }) => {
    const {
      code: status,
      stdout,
      stderr,
    } = words.includes('operator')
      ? await workspace.checkCommands(code)
      : await workspace.shell(atService(code), env);
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
  });
});

test.each(titled(snippets.filter(({ language }) => language === 'json')))('%s: is JSON', (_, { code }) => {
  expect(JSON.parse(code)).toBeDefined();
});

/** The commands of a guide in one session; those of other pages, and those for somebody's own machine, each alone. */
function sessionsOf(commands: Snippet[]): Snippet[] {
  const inSession = commands.filter(
    ({ page, words }) => page.startsWith('pages/docs/guides/') && words.length === 0,
  );
  const [first] = inSession;
  if (first === undefined) return commands;
  const code = inSession.map((each) => each.code).join('\n');
  return [
    { ...first, title: `${first.page}: all commands`, code },
    ...commands.filter((each) => !inSession.includes(each)),
  ];
}

/** Titles first, as test.each wants them. */
function titled(list: readonly Snippet[]): [string, Snippet][] {
  return list.map((each) => [each.title, each]);
}

function runs({ words }: Snippet): boolean {
  return words.length === 0;
}

function inPage({ words }: Snippet): boolean {
  return words[0] === 'browser';
}

/** Whether it prints in any case, and not only when something happens. */
function printsAtOnce({ code }: Snippet): boolean {
  return parse(code).statements.some(
    (each) => ts.isExpressionStatement(each) && each.getText().startsWith('console.log('),
  );
}

function atService(code: string): string {
  return SERVICE_ADDRESSES.reduce((text, address) => text.replaceAll(address, service.url), code)
    .replaceAll(PLACEHOLDERS.mint, mint)
    .replaceAll(PLACEHOLDERS.testKey, '"$AUTOPAY_SECRET_KEY"');
}

/** What the pages take from the environment, and for the host an event as it is posted to a receiver. */
async function environment(): Promise<Record<string, string>> {
  const merchant = await service.merchant();
  const charged = await chargedEvent(merchant);
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return {
    AUTOPAY_URL: service.url,
    AUTOPAY_DIRECTORY: ROOT,
    AUTOPAY_SECRET_KEY: merchant.testKey,
    AUTOPAY_WEBHOOK_SECRET: secret,
    WEBHOOK_SECRET: secret,
    SNIPPET_EVENT: JSON.stringify(charged),
  };
}

/** The first charge of a mandate that a payer has authorized, as a webhook tells of it. */
async function chargedEvent(merchant: TestMerchant): Promise<object> {
  const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
  await authorizeMandate(service, await createMandate(service, merchant, payer, payee), payer);
  const { pendingWebhooks: _, ...event } = await eventually(async () => {
    const { body } = await service.call('GET', '/v1/events?type=charge.succeeded', { key: merchant.testKey });
    return body.data[0] ?? null;
  });
  return event;
}
