import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** What browsers send when a person opens an address. */
const PERSON = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const open = (path: string, accept: string) =>
  fetch(service.url + path, { headers: { accept }, redirect: 'manual' });

test.each([
  ['/', 200, '/dashboard'],
  ['/pay', 404, '/wallet'],
  ['/pay/', 404, '/wallet'],
  ['/p', 404, '/wallet'],
  ['/checkout', 404, '/wallet'],
  ['/wallet/x', 404, '/wallet'],
  ['/nothing/here', 404, '/docs'],
])('%s answers a person with a page, and a program as before', async (path, status, way) => {
  const page = await open(path, PERSON);
  expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('vary')).toMatch(/accept/i);
  expect(await page.text()).toContain(`href="${way}"`);
  for (const accept of ['application/json', '*/*']) {
    const answer = await open(path, accept);
    expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'unknown_route']);
  }
});

test('an address of the API answers everybody in JSON', async () => {
  for (const path of ['/v1', '/v1/nothing']) {
    expect((await (await open(path, PERSON)).json()).error.code).toBe('unknown_route');
  }
});

test.each(['/docs/', '/wallet/'])('%s leads to the page without the slash', async (path) => {
  const { status, headers } = await open(path, PERSON);
  expect([status, headers.get('location')]).toEqual([308, path.slice(0, -1)]);
});
