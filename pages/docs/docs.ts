import { startContents } from './contents.ts';
import { startFilling } from './fill-examples.ts';
import type { Trial } from './page-data.ts';

/** Long enough to be read, short enough not to be taken for the state of a later click. */
const SHOWN_MS = 2_000;

// The documentation is whole without this script, which adds a button to each operation that somebody opens. What the button needs is
// loaded when it is pressed.
document.addEventListener('toggle', ({ target }) => offerTrial(target as HTMLElement), true);
// An address that names an operation may have opened it before this script ran.
document.querySelectorAll<HTMLElement>('main details[open]').forEach(offerTrial);
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('main .code-block > figcaption > .copy');
  // Those of the forms are the forms' own.
  if (button && !button.closest('.try')) void copy(button);
});
document.addEventListener('change', ({ target }) => chooseLanguage(target as HTMLInputElement));
startFilling();
startContents();

function offerTrial(operation: HTMLElement): void {
  const { trial } = operation.dataset;
  if (trial === undefined) return;
  delete operation.dataset['trial'];
  const place = document.createElement('div');
  const button = document.createElement('button');
  button.className = 'button button--quiet';
  button.textContent = 'Try it';
  button.addEventListener('click', () => void open());
  place.append(button);
  operation.lastElementChild!.append(place);

  async function open(): Promise<void> {
    try {
      const { showTrial } = await import('./try.tsx');
      showTrial(place, JSON.parse(trial!) as Trial);
    } catch {
      place.textContent = 'This could not be loaded. Reload the page, and try again.';
    }
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const code = button.closest('.code-block')!.querySelector('code')!;
  try {
    await navigator.clipboard.writeText(code.textContent!);
    button.textContent = 'Copied';
  } catch {
    // Over http, but on this machine, browsers have no clipboard for pages.
    getSelection()!.selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
}

/** All examples of the page follow the one in which somebody chose a language; the one that was chosen in stays where it is. */
function chooseLanguage(chosen: HTMLInputElement): void {
  const example = chosen.closest('.example');
  if (example === null) return;
  const before = example.getBoundingClientRect().top;
  for (const radio of document.querySelectorAll<HTMLInputElement>(`.example input[value=${chosen.value}]`))
    radio.checked = true;
  scrollBy({ top: example.getBoundingClientRect().top - before, behavior: 'instant' });
}
