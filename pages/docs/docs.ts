import type { Trial } from './page-data.ts';

// The reference is whole without this script, which adds a button to each operation that somebody opens. What the button needs is
// loaded when it is pressed.
document.addEventListener('toggle', ({ target }) => offerTrial(target as HTMLElement), true);
// An address that names an operation may have opened it before this script ran.
document.querySelectorAll<HTMLElement>('details[open]').forEach(offerTrial);

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
