import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from './compare.ts';
import { type Case, loadCorpus } from './corpus.ts';
import { runCase } from './run-case.ts';
import { type RunningSide, startFake, startReal } from './sides.ts';

/** Cases that the fake cannot take, by `file: name`, with the reason. A case that it can take must not be here. */
const OUT_OF_THE_FAKES_REACH: Record<string, string> = {};

const CORPUS = loadCorpus();
const titleOf = ({ file, name }: Case) => `${file}: ${name}`;

test('what is out of the fake’s reach is a case of the corpus', () => {
  const titles = new Set(CORPUS.map(titleOf));
  expect(Object.keys(OUT_OF_THE_FAKES_REACH).filter((title) => !titles.has(title))).toEqual([]);
});

for (const deployment of ['usual', 'once'] as const) {
  describe(`the service and the fake, on the ${deployment} deployment`, () => {
    let real: RunningSide;
    let fake: RunningSide;
    beforeAll(async () => {
      [real, fake] = await Promise.all([startReal(deployment), startFake(deployment)]);
    }, 90_000);
    afterAll(() => Promise.all([real?.stop(), fake?.stop()]));

    for (const each of CORPUS.filter((one) => one.deployment === deployment)) {
      test(titleOf(each), async () => {
        const unique = randomBytes(6).toString('hex');
        const [byService, byFake] = await Promise.allSettled([
          runCase(real, each, unique),
          runCase(fake, each, unique),
        ]);
        if (titleOf(each) in OUT_OF_THE_FAKES_REACH) {
          expect([byService.status, byFake.status]).toEqual(['fulfilled', 'rejected']);
          return;
        }
        if (byService.status === 'rejected' || byFake.status === 'rejected') {
          const reasons = [byService, byFake].flatMap((run) => ('reason' in run ? [String(run.reason)] : []));
          throw new Error(reasons.join('\n'));
        }
        expect(differences(byService.value, byFake.value)).toEqual([]);
      });
    }
  });
}
