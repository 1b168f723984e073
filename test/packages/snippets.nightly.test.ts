import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { TestService } from '../support/service.ts';
import { compose } from './snippets/compose.ts';
import { BrowserHost } from './snippets/in-browser.ts';
import { namesOf } from './snippets/names.ts';
import { parseSnippets } from './snippets/read-snippets.ts';
import { Workspace } from './snippets/workspace.ts';

const PAGE = `# Club

\`\`\`ts
import { randomBytes } from 'node:crypto';
const coffee = randomBytes(2).length;
\`\`\`

## Drinks

\`\`\`ts types
interface Drink { coffee: number }
\`\`\`

\`\`\`ts
import { randomBytes, randomUUID } from 'node:crypto';
console.log(coffee, randomUUID(), randomBytes(1), wallet);
\`\`\`
`;

test('a block is named by its page, its chapter, and its place there', () => {
  expect(
    parseSnippets('club.md', PAGE).map(({ title, language, words }) => [title, language, ...words]),
  ).toEqual([
    ['club.md: Club 1', 'ts'],
    ['club.md: Drinks 1', 'ts', 'types'],
    ['club.md: Drinks 2', 'ts'],
  ]);
});

test('a block without an end is an error', () => {
  expect(() => parseSnippets('club.md', '# Club\n```ts\nconst coffee = 1;\n')).toThrow('club.md');
});

test('names are free where nothing declares them, at the top level or within', () => {
  const { declared, free } = namesOf(`
    import { tea as hot } from 'drinks';
    const { milk: white, ...rest } = hot(sugar);
    function pour(cup: Cup) { const level = cup.level; return level + water; }
    export type Cup = { level: number; hot: typeof white };
    for (const one of rest.all) pour({ level: one, coffee });
  `);
  expect([...declared].sort()).toEqual(['Cup', 'hot', 'one', 'pour', 'rest', 'white']);
  expect([...free].sort()).toEqual(['coffee', 'sugar', 'water']);
});

test('a block goes on from what an earlier one declared, and is given what nothing declares', () => {
  const [first, types, last] = parseSnippets('club.md', PAGE);
  const given = { module: 'given.ts', names: new Set(['wallet', 'coffee', 'unused']) };
  const program = compose(last!, [first!, types!], given);
  expect(program).toContain('const { wallet } = await given();');
  expect(program).toContain('const coffee = randomBytes(2).length;');
  expect(program).not.toContain('interface Drink');
  expect(program.match(/\brandomBytes\b[^;]*node:crypto/g)).toHaveLength(1);
  expect(program).toMatch(/import \{ randomUUID\s*\} from 'node:crypto'/);
  expect(compose(first!, [], given)).not.toContain('given');
});

describe('a program of a page', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await Workspace.create();
  });
  afterAll(() => workspace.remove());

  test('that throws, or waits for ever, has failed', async () => {
    const thrown = await workspace.run(await workspace.write('a.ts', `throw new Error('spilled');`), {});
    expect(thrown).toMatchObject({ code: 1, stderr: expect.stringContaining('spilled') });
    const stuck = await workspace.run(await workspace.write('b.ts', 'await new Promise(() => {});'), {});
    expect(stuck.code).not.toBe(0);
  });

  test('that accepts a webhook without looking has failed', async () => {
    const path = await workspace.write(
      'c.ts',
      'export const POST = () => new Response(null, { status: 204 });',
    );
    const { code, stderr } = await workspace.run(path, {
      SNIPPET_EVENT: '{}',
      AUTOPAY_WEBHOOK_SECRET: 'whsec_1',
    });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('changed is refused'),
    });
  });

  test('whose server listens on a port of its own choice gets a free one, and is asked', async () => {
    const program = `import { createServer } from 'node:http';
      createServer((request, response) => response.writeHead(500).end()).listen(80, '192.0.2.1');`;
    const { code, stderr } = await workspace.run(await workspace.write('d.ts', program), {
      SNIPPET_EVENT: '{}',
      AUTOPAY_WEBHOOK_SECRET: 'whsec_1',
    });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is accepted') });
  });

  test('that does not compile is told by its file', async () => {
    await workspace.write('good.ts', 'export const coffee: number = 1;');
    await workspace.write('bad.ts', `export const coffee: number = 'one';`);
    const errors = await workspace.typeErrors(['good.ts', 'bad.ts']);
    expect([...errors.keys()]).toEqual(['bad.ts']);
    expect(errors.get('bad.ts')).toContain('TS2322');
  });
});

describe('commands of a page', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await Workspace.create();
  });
  afterAll(() => workspace.remove());

  test.each([
    ['npm ci && npm run demo', 0],
    ['npm install @autopay/sdk msw', 0],
    ['npm run brew', 1],
    ['npm install @autopay/coffee', 1],
    ['false\ntrue', 1],
    ['curl http://127.0.0.1:9', 7],
  ])('%s ends with %i', async (commands, code) => {
    expect(await workspace.shell(commands, {})).toMatchObject({ code });
  });

  test.each([
    ['solana-keygen new && npm start', 0],
    ['npm run brew # it is not run', 1],
    ["echo 'open", 2],
  ])('%s, for an operator, ends with %i', async (commands, code) => {
    expect(await workspace.checkCommands(commands)).toMatchObject({ code });
  });
});

describeUnless(missingProgram('chromium'), 'a program of a browser page', () => {
  let service: TestService;
  let browser: BrowserHost;
  let workspace: Workspace;
  beforeAll(async () => {
    service = await TestService.start();
    [browser, workspace] = [await BrowserHost.start(service), await Workspace.create()];
  });
  afterAll(async () => {
    await workspace?.remove();
    await browser?.stop();
    await service?.stop();
  });
  const run = async (code: string, markup = '') =>
    (await browser.run(await workspace.write('page-program.ts', code), markup)).mishaps;

  test('sees its markup and what is given, and may end or leave', async () => {
    const code = `import { given } from './given-in-page.ts';
      const { apiBase, mandateId, clientSecret } = await given();
      const url = apiBase + '/v1/checkout/mandates/' + mandateId + '?client_secret=' + clientSecret;
      if (!(await fetch(url)).ok) throw new Error('No view.');
      if (!document.querySelector('#pay')) throw new Error('No markup.');`;
    expect(await run(code, '<p id="pay"></p>')).toEqual([]);
    const leave = `location.assign('/program.js'); await new Promise(() => {});`;
    expect(await run(leave)).toEqual([]);
  });

  test('that throws, or whose button does, has failed', async () => {
    expect(await run(`throw new Error('spilled');`)).toEqual(
      expect.arrayContaining([expect.stringContaining('spilled')]),
    );
    const code = `document.querySelector('button').onclick = () => { throw new Error('spilled'); };`;
    expect(await run(code, '<button>Pay</button>')).toEqual([expect.stringContaining('spilled')]);
  });
});
