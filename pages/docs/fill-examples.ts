import { currentlyFilled, fill, whenFilled } from './filled.ts';
import { type Modes, PLACEHOLDERS } from './page-data.ts';

/**
 * The switch above the guides: which mode their examples are for, and a test key in them. Keys are stored hashed, so there is none to
 * show: a new one is made with the dashboard's session, for test mode only. A live key is never asked for and never shown.
 */
export function startFilling(): void {
  const main = document.querySelector<HTMLElement>('main')!;
  const modes = JSON.parse(main.dataset['modes']!) as Modes;
  const button = document.querySelector<HTMLButtonElement>('#fill-key')!;
  const said = document.querySelector<HTMLElement>('#filled')!;
  const radios = document.querySelectorAll<HTMLInputElement>('#filling input');

  whenFilled(() => {
    const { key, mode } = currentlyFilled();
    const test = mode === 'test';
    const texts = {
      key: test ? key || PLACEHOLDERS.testKey : PLACEHOLDERS.liveKey,
      mint: modes[mode].mint ?? PLACEHOLDERS.mint,
    };
    for (const place of main.querySelectorAll<HTMLElement>('[data-fill]'))
      place.textContent = texts[place.dataset['fill'] as keyof typeof texts];
    button.hidden = !test || key !== '';
  });

  for (const radio of radios)
    radio.addEventListener('change', () => {
      fill({ mode: radio.value as 'test' | 'live' });
      const hasKey = currentlyFilled().key !== '';
      say(
        radio.value === 'live'
          ? 'Live: real money. A live key is never filled in: make one in the dashboard, and keep it on your server.'
          : hasKey
            ? 'The examples have your test key.'
            : 'The examples have this service’s address and token, and wait for your key.',
      );
    });
  // The dashboard leads here in the mode that it shows.
  if (new URLSearchParams(location.search).get('mode') === 'live')
    document.querySelector<HTMLInputElement>('#filling [value=live]')!.click();

  button.addEventListener('click', () => void fillKey());

  async function fillKey(): Promise<void> {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    try {
      const key = await makeTestKey();
      if (key === null) {
        say('Sign in first, then come back and press it again: ', '/dashboard', 'Sign in');
        return;
      }
      fill({ key });
      // The button has gone, and with it the focus.
      radios[0]!.focus();
      say(
        'The examples have a new test key, “Documentation”, until you leave this page. Revoke it when you are done: ',
        '/dashboard/api-keys',
        'API keys',
      );
    } catch {
      say(
        'The key could not be made. Check your connection, or make one in the dashboard: ',
        '/dashboard/api-keys',
        'API keys',
      );
    } finally {
      button.ariaDisabled = 'false';
    }
  }

  function say(text: string, href?: string, label?: string): void {
    said.textContent = text;
    if (href === undefined) return;
    const link = document.createElement('a');
    link.href = href;
    link.textContent = label!;
    said.append(link);
  }
}

/** A new key of test mode, made by the dashboard's session; null if nobody is signed in. */
async function makeTestKey(): Promise<string | null> {
  const response = await fetch('/v1/api_keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Documentation', mode: 'test', scope: 'full' }),
    cache: 'no-store',
  });
  if (response.status === 401) return null;
  const { key } = (await response.json()) as { key?: string };
  // Whatever a service answers, what goes into the examples is a test key.
  if (!response.ok || !key?.startsWith('sk_test_')) throw new Error(`Status ${response.status}`);
  return key;
}
