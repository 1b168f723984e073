import { describe, expect, it } from 'vitest';
import {
  type CheckoutAddress,
  checkoutUrl,
  readCheckoutLocation,
  redirectToCheckout,
} from '@autopay/checkout-js/redirect';

const MANDATE = 'man_2eKpV9sTq4xRwZ8uYh3Nc';
const SECRET = 'cs_8UopbHH1AeJB4b2pYYtK1d1dDVwGut9yqKjTVfvzU3f9';
const ADDRESS: CheckoutAddress = {
  checkoutBase: 'https://pay.example.com',
  mandateId: MANDATE,
  clientSecret: SECRET,
};

/** A page at `url`, whose history tells what became of the address. */
function pageAt(url: string, stored: Map<string, string> = new Map()) {
  const { pathname, search, hash } = new URL(url);
  const shown: string[] = [];
  return {
    shown,
    stored,
    location: { pathname, search, hash },
    history: {
      state: { kept: true },
      replaceState: (state: unknown, _: '', to: string) => {
        expect(state).toEqual({ kept: true });
        shown.push(to);
      },
    },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  };
}

describe('the address of a hosted checkout', () => {
  it('has the client_secret in the fragment and in no other part', () => {
    const url = checkoutUrl(ADDRESS);
    expect(url).toBe(`https://pay.example.com/checkout/${MANDATE}#${SECRET}`);
    expect(new URL(url).search).toBe('');
  });

  it.each([
    ['https://pay.example.com/', 'https://pay.example.com/checkout/'],
    ['https://pay.example.com/shop//', 'https://pay.example.com/shop/checkout/'],
    ['http://localhost:3000', 'http://localhost:3000/checkout/'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/checkout/'],
    ['http://[::1]:3000', 'http://[::1]:3000/checkout/'],
  ])('takes the base %s', (checkoutBase, start) => {
    expect(checkoutUrl({ ...ADDRESS, checkoutBase })).toBe(`${start}${MANDATE}#${SECRET}`);
  });

  it.each([
    ['checkoutBase', { checkoutBase: 'http://pay.example.com' }],
    ['checkoutBase', { checkoutBase: 'http://localhost.example.com' }],
    ['checkoutBase', { checkoutBase: '/checkout' }],
    ['checkoutBase', { checkoutBase: 'javascript:alert(1)' }],
    ['checkoutBase', { checkoutBase: 'https://user:pass@pay.example.com' }],
    ['checkoutBase', { checkoutBase: 'https://pay.example.com?a=1' }],
    ['checkoutBase', { checkoutBase: 'https://pay.example.com#a' }],
    ['checkoutBase', { checkoutBase: 'https://pay.example.com/v1' }],
    ['checkoutBase', { checkoutBase: undefined as never }],
    ['mandateId', { mandateId: 'man_../../admin' }],
    ['mandateId', { mandateId: 'chg_2eKpV9sTq4xRwZ8uYh3Nc' }],
    ['mandateId', { mandateId: undefined as never }],
    ['clientSecret', { clientSecret: '' }],
    ['clientSecret', { clientSecret: `${SECRET}&return_url=x` }],
    ['clientSecret', { clientSecret: null as never }],
    ['returnUrl', { returnUrl: 'javascript:alert(1)' }],
    ['returnUrl', { returnUrl: '/thanks' }],
    ['returnUrl', { returnUrl: 'http://shop.example.com/thanks' }],
    ['returnUrl', { returnUrl: `https://shop.example.com/${'a'.repeat(2_000)}` }],
    ['returnUrl', { returnUrl: null as never }],
  ])('is refused for a wrong %s: %j', (name, changes) => {
    expect(() => checkoutUrl({ ...ADDRESS, ...changes })).toThrow(new RegExp(`^${name} must be`));
  });

  it('says what the id of a mandate lacks that only begins like one', () => {
    expect(() => checkoutUrl({ ...ADDRESS, mandateId: 'man_1' })).toThrow(
      'mandateId must be the whole id of a mandate: man_ and 20 to 22 letters and digits.',
    );
  });

  it('never repeats what was given for the client_secret, which may be a secret key', () => {
    const clientSecret = `sk_live_${'x'.repeat(40)}`;
    expect(() => checkoutUrl({ ...ADDRESS, clientSecret })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('sk_live') }),
    );
  });
});

describe('leaving for a hosted checkout', () => {
  it('goes to its address', () => {
    const assigned: string[] = [];
    redirectToCheckout(ADDRESS, { assign: (url) => void assigned.push(url) });
    expect(assigned).toEqual([checkoutUrl(ADDRESS)]);
  });

  it('goes nowhere with a wrong argument', () => {
    const assigned: string[] = [];
    const location = { assign: (url: string) => void assigned.push(url) };
    expect(() => redirectToCheckout({ ...ADDRESS, mandateId: '' }, location)).toThrow('mandateId');
    expect(assigned).toEqual([]);
  });
});

describe('reading the address of a hosted checkout', () => {
  it('gives the client_secret and takes it out of the address and the history', () => {
    const page = pageAt(`https://pay.example.com/checkout/${MANDATE}?lang=en#${SECRET}`);
    expect(readCheckoutLocation(page)).toEqual({ mandateId: MANDATE, clientSecret: SECRET, returnUrl: null });
    expect(page.shown).toEqual([`/checkout/${MANDATE}?lang=en`]);
  });

  it('gives the way back', () => {
    const returnUrl = 'https://shop.example.com/thanks?order=1&note=a+b%20c#top';
    const page = pageAt(checkoutUrl({ ...ADDRESS, returnUrl }));
    expect(readCheckoutLocation(page)).toEqual({ mandateId: MANDATE, clientSecret: SECRET, returnUrl });
  });

  it.each(['javascript:alert(1)', 'http://shop.example.com', 'https://a:b@shop.example.com', 'x'])(
    'gives no way back to %s, which somebody put there',
    (returnUrl) => {
      const page = pageAt(`${checkoutUrl(ADDRESS)}&return_url=${encodeURIComponent(returnUrl)}`);
      expect(readCheckoutLocation(page)).toMatchObject({ clientSecret: SECRET, returnUrl: null });
    },
  );

  it('still knows both after a reload of the tab', () => {
    const returnUrl = 'https://shop.example.com/thanks';
    const { stored } = pageAt('https://pay.example.com/');
    const first = readCheckoutLocation(pageAt(checkoutUrl({ ...ADDRESS, returnUrl }), stored));
    const reloaded = pageAt(`https://pay.example.com/checkout/${MANDATE}`, stored);
    expect(readCheckoutLocation(reloaded)).toEqual(first);
    expect(reloaded.shown).toEqual([]);
  });

  it("does not take another mandate's client_secret from the tab", () => {
    const { stored } = pageAt('https://pay.example.com/');
    readCheckoutLocation(pageAt(checkoutUrl(ADDRESS), stored));
    const other = pageAt('https://pay.example.com/checkout/man_3eKpV9sTq4xRwZ8uYh3Nc', stored);
    expect(readCheckoutLocation(other).clientSecret).toBeNull();
  });

  it.each(['', '#', '#cs_cutoff', `#sk_test_${'1'.repeat(40)}`, '#%%%'])(
    'tells that the link is not whole: %s',
    (fragment) => {
      const page = pageAt(`https://pay.example.com/checkout/${MANDATE}${fragment}`);
      expect(readCheckoutLocation(page)).toEqual({ mandateId: MANDATE, clientSecret: null, returnUrl: null });
      expect(page.stored.size).toBe(0);
      if (fragment.length > 1) expect(page.shown).toEqual([`/checkout/${MANDATE}`]);
    },
  );

  it('works where the browser blocks storage', () => {
    const { location, history } = pageAt(checkoutUrl(ADDRESS));
    const blocked = {
      location,
      history,
      get sessionStorage(): never {
        throw new Error('SecurityError');
      },
    };
    expect(readCheckoutLocation(blocked).clientSecret).toBe(SECRET);
  });

  it('refuses a page that is no checkout', () => {
    expect(() => readCheckoutLocation(pageAt('https://pay.example.com/portal'))).toThrow(/^location must be/);
  });
});
