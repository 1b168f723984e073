import { expect, it } from 'vitest';
import { FairQueue } from '../../server/lib/fair-queue.ts';

/** A queue of one place, whose work ends when it is told to; what began is in `begun`, and who was turned away in `away`. */
function queueUnderTest(maxWaiting: number) {
  const queue = new FairQueue({ atOnce: 1, maxWaiting });
  const begun: string[] = [];
  const away: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, ...parties: string[]) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    return queue.run(parties, work).then((done) => done ?? away.push(name));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()!();
  };
  return { ask, begun, away, endAll, settle };
}

it('gives turns to whoever had theirs longest ago, and else in the order of coming', async () => {
  const { ask, begun, endAll } = queueUnderTest(10);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name, name[0]!);
  await endAll();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('counts each of several parties: many addresses at one account are one rush', async () => {
  const { ask, begun, endAll } = queueUnderTest(10);
  for (const address of ['1', '2', '3', '4']) void ask(`victim from ${address}`, address, 'victim');
  void ask('other from 9', '9', 'other');
  await endAll();
  expect(begun.slice(0, 2)).toEqual(['victim from 1', 'other from 9']);
});

it('an account that is guessed at from many addresses does not wait behind the guesses when its owner comes from another', async () => {
  const { ask, begun, endAll, settle } = queueUnderTest(20);
  for (let round = 0; round < 3; round += 1) {
    for (const address of ['1', '2', '3'])
      void ask(`${address} guesses`, address, round === 0 ? 'owner' : `${address}-${round}`);
  }
  await settle();
  void ask('owner', '9', 'owner');
  await endAll();
  expect(begun.slice(0, 5)).toEqual(['1 guesses', '2 guesses', '3 guesses', 'owner', '1 guesses']);
});

it('turns the last of the greediest away when it is full, and a newcomer only when nobody has more', async () => {
  const { ask, begun, away, endAll, settle } = queueUnderTest(3);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1']) void ask(name, name[0]!);
  await settle();
  expect(away).toEqual(['a3', 'd1', 'e1']);
  await endAll();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
});

it('passes the place on after a failure', async () => {
  const queue = new FairQueue({ atOnce: 1, maxWaiting: 1 });
  const failed = queue.run(['a'], () => Promise.reject(new Error('no')));
  const next = queue.run(['b'], async () => 5);
  await expect(failed).rejects.toThrow('no');
  expect(await next).toEqual({ value: 5 });
  expect(await queue.run(['c'], async () => 6)).toEqual({ value: 6 });
});
