import { expect, test, vi } from 'vitest';
import { catalogue as english, type Catalogue } from '../../pages/words/catalogue/en.ts';
import { catalogue as spanish } from '../../pages/words/catalogue/es.ts';

/** `verification_failed` says in English which of several things a wallet lacks. */
const REFUSED = {
  code: 'verification_failed',
  message: 'The wallet holds too little SOL for the network fee.',
};

/** What a page in this language, whose words run before it does, tells of a refusal. */
async function toldIn(lang: string, words: Catalogue, refused: typeof REFUSED): Promise<string> {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: { lang, dir: 'ltr' } });
  vi.stubGlobal('autopayWords', words);
  const { refusalInWords } = await import('../../pages/words/refusal.ts');
  return refusalInWords(refused);
}

test('a wallet that cannot pay is told so in the language of the page, in English what exactly it lacks', async () => {
  expect(await toldIn('en', english, REFUSED)).toBe(REFUSED.message);
  expect(await toldIn('es-MX', spanish, REFUSED)).toBe(spanish.common.refusals.verification_failed);
});

test('what no catalogue knows is told as the service says it', async () => {
  expect(await toldIn('es', spanish, { code: 'toString', message: 'As it is.' })).toBe('As it is.');
});
