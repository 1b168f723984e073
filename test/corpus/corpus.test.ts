import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from './compare.ts';
import { type Case, loadCorpus } from './corpus.ts';
import { type Answer, runCase } from './run-case.ts';
import { type RunningSide, startReal } from './sides.ts';

const CORPUS = loadCorpus();

for (const deployment of ['usual', 'once'] as const) {
  describe(`on the ${deployment} deployment`, () => {
    let real: RunningSide;
    beforeAll(async () => {
      real = await startReal(deployment);
    });
    afterAll(() => real?.stop());
    for (const each of CORPUS.filter((one) => one.deployment === deployment)) {
      test(`${each.file}: ${each.name}`, async () => {
        await runCase(real, each, randomBytes(6).toString('hex'));
      });
    }
  });
}
